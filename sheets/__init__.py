"""A sheet as people read and write it, from plain values: no database, no request, no clock.

`entries` says what a sheet is made from, `coming` what its hands come to and what the next one
must be, `sheet` its lines and totals, `drawings` its curve and strokes, `pays` who pays whom;
`forms` ask for a hand, `previews` say what it would come to, `declared` what was said about it, and
`words` are the filters of its templates. It knows the games (`scoring`), and of Django forms,
templates and translations alone.
"""
