"""The engine in the phone: what a sheet comes to, where there is no network.

`field` runs there, in a worker of the browser, and draws the same templates as the server; `pack`
puts it with everything that it needs into one file, `vendored` says which Python runs it.
"""
