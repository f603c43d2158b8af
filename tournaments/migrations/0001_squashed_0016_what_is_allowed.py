"""The tables of a new database, made at once: whoever has an older one goes the single steps."""

import uuid

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

import tournaments.models.table
from accounts.creating_tables import CreateTables


class Migration(migrations.Migration):
    replaces = [
        ("tournaments", "0001_initial"),
        ("tournaments", "0002_events"),
        ("tournaments", "0003_whole_day"),
        ("tournaments", "0004_record_book"),
        ("tournaments", "0005_formats_finished"),
        ("tournaments", "0006_same_form"),
        ("tournaments", "0007_figures_of_reopened_sheets"),
        ("tournaments", "0008_confirmed_totals"),
        ("tournaments", "0009_sheets_that_are_gone"),
        ("tournaments", "0010_accounts_at_tables"),
        ("tournaments", "0011_who_is_who_says"),
        ("tournaments", "0012_forgotten_columns"),
        ("tournaments", "0013_names_as_seen"),
        ("tournaments", "0014_evenings_taken_back"),
        ("tournaments", "0015_first_confirmations"),
        ("tournaments", "0016_what_is_allowed"),
    ]

    initial = True

    dependencies = [migrations.swappable_dependency(settings.AUTH_USER_MODEL)]

    tables = [
        migrations.CreateModel(
            name="Club",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=80, unique=True)),
                ("is_public", models.BooleanField(default=False)),
            ],
        ),
        migrations.CreateModel(
            name="EventTable",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                ("hands_due", models.PositiveSmallIntegerField()),
                (
                    "counts",
                    models.CharField(
                        blank=True, choices=[("hands", "Hands"), ("totals", "Totals")], max_length=8
                    ),
                ),
                ("links", models.PositiveSmallIntegerField(default=0)),
                ("confirmed_version", models.PositiveIntegerField(blank=True, null=True)),
                ("first_confirmed", models.PositiveIntegerField(blank=True, null=True)),
                ("confirmed_by", models.CharField(blank=True, max_length=80)),
                ("confirmed_account", models.CharField(blank=True, max_length=80)),
                ("confirmed_at", models.DateTimeField(blank=True, null=True)),
                ("confirmed_totals", models.PositiveIntegerField(blank=True, null=True)),
                (
                    "round",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="tables",
                        to="tournaments.round",
                    ),
                ),
                (
                    "table",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="event_table",
                        to="tournaments.table",
                    ),
                ),
            ],
            options={
                "ordering": ["number"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("round", "number"), name="one_table_per_number"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("counts__in", ["", "hands", "totals"])),
                        name="event_table_counts_is_known",
                        violation_error_message="The counts is a word that nobody knows.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("number__gte", 1)),
                        name="event_table_number_from_one",
                        violation_error_message="The number is 1 or more.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("confirmed_totals__gte", 1)),
                        name="event_table_confirmed_totals_from_one",
                        violation_error_message="The confirmed totals is 1 or more.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("confirmed_at", None),
                                ("confirmed_version", None),
                                ("first_confirmed", None),
                            ),
                            models.Q(
                                ("confirmed_at__isnull", False),
                                ("confirmed_version__isnull", False),
                            ),
                            _connector="OR",
                        ),
                        name="event_table_confirmed_with_moment",
                        violation_error_message="A sheet that is confirmed, and no other, says when.",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Hand",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                ("version", models.PositiveIntegerField(default=1)),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="hands",
                        to="tournaments.table",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("table", "number"), name="one_hand_per_number"),
                    models.CheckConstraint(
                        condition=models.Q(("number__gte", 1)),
                        name="hand_number_from_one",
                        violation_error_message="The number is 1 or more.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("version__gte", 1)),
                        name="hand_version_from_one",
                        violation_error_message="The version is 1 or more.",
                    ),
                ]
            },
        ),
        migrations.CreateModel(
            name="SentForm",
            fields=[
                ("submission", models.UUIDField(primary_key=True, serialize=False)),
                ("digest", models.CharField(max_length=64)),
                ("answer", models.CharField(blank=True, max_length=300)),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
            ],
        ),
        migrations.CreateModel(
            name="Event",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("title", models.CharField(max_length=80)),
                ("place", models.CharField(blank=True, max_length=80)),
                ("starts_at", models.DateTimeField(blank=True, null=True)),
                ("preset", models.CharField(blank=True, max_length=40)),
                ("ruleset", models.CharField(max_length=64)),
                ("options", models.JSONField(default=dict)),
                ("settings", models.JSONField(default=dict)),
                (
                    "state",
                    models.CharField(
                        choices=[("setup", "Setup"), ("running", "Running"), ("final", "Final")],
                        default="setup",
                        max_length=8,
                    ),
                ),
                ("published_at", models.DateTimeField(blank=True, null=True)),
                ("frozen_at", models.DateTimeField(blank=True, null=True)),
                ("sheets_due_at", models.DateTimeField(blank=True, null=True)),
                ("finals", models.PositiveSmallIntegerField(default=0)),
                ("revision", models.PositiveIntegerField(default=0)),
                ("next_number", models.PositiveIntegerField(default=1)),
                ("version", models.PositiveIntegerField(default=0)),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("submission", models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="events",
                        to="tournaments.club",
                    ),
                ),
            ],
            options={
                "ordering": ["-starts_at", "-pk"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("state__in", ["setup", "running", "final"])),
                        name="event_state_is_known",
                        violation_error_message="The state is a word that nobody knows.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("next_number__gte", 1)),
                        name="event_next_number_from_one",
                        violation_error_message="The next number is 1 or more.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("frozen_at", None), ("state", "setup")),
                            models.Q(
                                models.Q(("state", "setup"), _negated=True),
                                ("frozen_at__isnull", False),
                            ),
                            _connector="OR",
                        ),
                        name="event_frozen_after_setup",
                        violation_error_message="The rules are frozen once set-up is over, and not before.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("state", "final"), _negated=True),
                            ("revision__gte", 1),
                            _connector="OR",
                        ),
                        name="event_final_has_revision",
                        violation_error_message="A final list that is locked has a revision, from 1 on.",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Entry",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField(blank=True, null=True)),
                ("name", models.CharField(max_length=84)),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("registered", "Registered"),
                            ("waiting", "Waiting"),
                            ("here", "Here"),
                            ("left", "Left"),
                            ("no_show", "No Show"),
                            ("out", "Out"),
                        ],
                        default="registered",
                        max_length=12,
                    ),
                ),
                ("is_paid", models.BooleanField(default=False)),
                ("free_reason", models.CharField(blank=True, max_length=80)),
                ("is_house", models.BooleanField(default=False)),
                ("is_guest", models.BooleanField(default=False)),
                ("party", models.CharField(blank=True, max_length=40)),
                ("team", models.CharField(blank=True, max_length=40)),
                ("groups", models.JSONField(blank=True, default=list)),
                ("pinned_table", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("pinned_seat", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("start_points", models.IntegerField(default=0)),
                ("brought", models.CharField(blank=True, max_length=24)),
                ("season_place", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("final", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("first_round", models.PositiveSmallIntegerField(default=1)),
                ("last_round", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("registered_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("arrived_at", models.DateTimeField(blank=True, null=True)),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="entries",
                        to="tournaments.event",
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("event", "number"), name="one_entry_per_number"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "status__in",
                                ["registered", "waiting", "here", "left", "no_show", "out"],
                            )
                        ),
                        name="entry_status_is_known",
                        violation_error_message="The status is a word that nobody knows.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("number__gte", 1)),
                        name="entry_number_from_one",
                        violation_error_message="The number is 1 or more.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("pinned_table__gte", 1)),
                        name="entry_pinned_table_from_one",
                        violation_error_message="The pinned table is 1 or more.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("season_place__gte", 1)),
                        name="entry_season_place_from_one",
                        violation_error_message="The season place is 1 or more.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("first_round__gte", 1)),
                        name="entry_first_round_from_one",
                        violation_error_message="The first round is 1 or more.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("status", "here"), _negated=True),
                            ("number__isnull", False),
                            _connector="OR",
                        ),
                        name="entry_here_has_number",
                        violation_error_message="Whoever is here has a start number.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("is_paid", False), ("free_reason", ""), _connector="OR"
                        ),
                        name="entry_free_is_not_paid",
                        violation_error_message="Whoever plays for nothing has not paid.",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="CashLine",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("part", "Part"),
                            ("reentry", "Reentry"),
                            ("refund", "Refund"),
                            ("lost", "Lost"),
                            ("in", "Put In"),
                            ("out", "Taken Out"),
                            ("prize", "Prize"),
                            ("count", "Count"),
                            ("reversal", "Reversal"),
                        ],
                        max_length=10,
                    ),
                ),
                ("amount", models.PositiveIntegerField(default=0)),
                ("expected", models.IntegerField(blank=True, null=True)),
                ("prize", models.CharField(blank=True, max_length=60)),
                ("revision", models.PositiveIntegerField(default=0)),
                ("round_number", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("table_number", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("note", models.CharField(blank=True, max_length=200)),
                ("who", models.CharField(blank=True, max_length=80)),
                ("account", models.CharField(blank=True, max_length=80)),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "reverses",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="reversal",
                        to="tournaments.cashline",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "entry",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="cash",
                        to="tournaments.entry",
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="cash",
                        to="tournaments.event",
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "kind__in",
                                [
                                    "part",
                                    "reentry",
                                    "refund",
                                    "lost",
                                    "in",
                                    "out",
                                    "prize",
                                    "count",
                                    "reversal",
                                ],
                            )
                        ),
                        name="cash_line_kind_is_known",
                        violation_error_message="The kind is a word that nobody knows.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("round_number__gte", 1)),
                        name="cash_line_round_number_from_one",
                        violation_error_message="The round number is 1 or more.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("table_number__gte", 1)),
                        name="cash_line_table_number_from_one",
                        violation_error_message="The table number is 1 or more.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("amount__gte", 1),
                            ("kind__in", ["prize", "count", "reversal"]),
                            _connector="OR",
                        ),
                        name="cash_line_moves_money",
                        violation_error_message="Only a prize, a count or a reversal may be of nothing.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("entry__isnull", False),
                            models.Q(("kind__in", ["part", "reentry", "refund"]), _negated=True),
                            _connector="OR",
                        ),
                        name="cash_line_of_a_fee_names_entry",
                        violation_error_message="A fee that is paid or given back is an entry's.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("expected__isnull", False), ("kind", "count")),
                            models.Q(
                                models.Q(("kind", "count"), _negated=True), ("expected", None)
                            ),
                            _connector="OR",
                        ),
                        name="cash_line_count_has_expected",
                        violation_error_message="A count, and no other line, says what was expected.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("kind", "prize"), models.Q(("prize", ""), _negated=True)),
                            models.Q(
                                models.Q(("kind", "prize"), _negated=True),
                                ("prize", ""),
                                ("revision", 0),
                            ),
                            _connector="OR",
                        ),
                        name="cash_line_prize_has_key",
                        violation_error_message="A prize, and no other line, says which one it is.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("kind", "reversal"), ("reverses__isnull", False)),
                            models.Q(
                                models.Q(("kind", "reversal"), _negated=True), ("reverses", None)
                            ),
                            _connector="OR",
                        ),
                        name="cash_line_reversal_has_line",
                        violation_error_message="A reversal, and no other line, takes one back.",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Announcement",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("text", models.CharField(max_length=200)),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("ended_at", models.DateTimeField(blank=True, null=True)),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="announcements",
                        to="tournaments.event",
                    ),
                ),
            ],
            options={"ordering": ["-pk"]},
        ),
        migrations.CreateModel(
            name="EventChange",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("who", models.CharField(blank=True, max_length=80)),
                ("account", models.CharField(blank=True, max_length=80)),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("kind", models.CharField(max_length=32)),
                ("round_number", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("table_number", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("before", models.CharField(blank=True, max_length=300)),
                ("after", models.CharField(blank=True, max_length=300)),
                ("reason", models.CharField(blank=True, max_length=200)),
                ("figures", models.JSONField(blank=True, default=list)),
                ("submission", models.UUIDField(default=uuid.uuid4, unique=True)),
                ("event_version", models.PositiveIntegerField()),
                ("device", models.CharField(blank=True, max_length=16)),
                (
                    "entry",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="changes",
                        to="tournaments.entry",
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="changes",
                        to="tournaments.event",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
                "abstract": False,
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("round_number__gte", 1)),
                        name="event_change_round_number_from_one",
                        violation_error_message="The round number is 1 or more.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("table_number__gte", 1)),
                        name="event_change_table_number_from_one",
                        violation_error_message="The table number is 1 or more.",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="EventUpload",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("packed", models.BinaryField(default=bytes)),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="uploads",
                        to="tournaments.club",
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="tournaments.event",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="HandPoints",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("side", models.PositiveSmallIntegerField()),
                ("points", models.IntegerField()),
                (
                    "hand",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="points",
                        to="tournaments.hand",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("hand", "side"), name="one_row_per_side")
                ]
            },
        ),
        migrations.CreateModel(
            name="KeptPrizes",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("revision", models.PositiveIntegerField()),
                ("record", models.JSONField()),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="kept_prizes",
                        to="tournaments.event",
                    ),
                ),
            ],
            options={
                "ordering": ["revision"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("event", "revision"), name="one_prize_list_per_revision"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("revision__gte", 1)),
                        name="kept_prizes_revision_from_one",
                        violation_error_message="The revision is 1 or more.",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="MonthTally",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("ruleset", models.CharField(max_length=64)),
                ("month", models.DateField()),
                ("sheets", models.PositiveIntegerField(default=0)),
                ("hands", models.PositiveIntegerField(default=0)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="month_tallies",
                        to="tournaments.club",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("club", "ruleset", "month"), name="one_tally_per_club_and_month"
                    )
                ]
            },
        ),
        migrations.CreateModel(
            name="NamedHighest",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("withdrawn_at", models.DateTimeField(blank=True, null=True)),
                ("withdrawn_by", models.CharField(blank=True, max_length=80)),
                ("withdrawn_account", models.CharField(blank=True, max_length=80)),
                ("withdrawn_why", models.CharField(blank=True, max_length=200)),
                ("decided_by", models.CharField(blank=True, max_length=80)),
                ("submission", models.UUIDField(default=uuid.uuid4, unique=True)),
                ("who", models.CharField(blank=True, max_length=80)),
                ("account", models.CharField(blank=True, max_length=80)),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("winners", models.JSONField(default=list)),
                ("words", models.CharField(max_length=120)),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="named_highest",
                        to="tournaments.event",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("withdrawn_at", None), ("withdrawn_by", ""), ("withdrawn_why", "")
                            ),
                            models.Q(
                                ("withdrawn_at__isnull", False),
                                models.Q(("withdrawn_why", ""), _negated=True),
                            ),
                            _connector="OR",
                        ),
                        name="named_highest_withdrawn_with_reason",
                        violation_error_message="What is withdrawn has a moment and a reason, and only that.",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="OldImport",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[("totals", "Totals"), ("hands", "Hands")], max_length=8
                    ),
                ),
                ("named", models.CharField(blank=True, max_length=80)),
                ("ruleset", models.CharField(max_length=64)),
                ("columns", models.JSONField(default=list)),
                ("digest", models.CharField(max_length=64)),
                ("packed", models.BinaryField(default=bytes)),
                ("evening_count", models.PositiveIntegerField(default=0)),
                ("left_out", models.PositiveIntegerField(default=0)),
                ("is_wanted", models.BooleanField(default=True)),
                ("sent_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("begun_at", models.DateTimeField(blank=True, null=True)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="old_imports",
                        to="tournaments.club",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("kind__in", ["totals", "hands"])),
                        name="old_import_kind_is_known",
                        violation_error_message="The kind is a word that nobody knows.",
                    )
                ]
            },
        ),
        migrations.CreateModel(
            name="OldImportChange",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("submission", models.UUIDField(unique=True)),
                ("who", models.CharField(blank=True, max_length=80)),
                ("account", models.CharField(blank=True, max_length=80)),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("taken_in", "Taken In"),
                            ("taken_back", "Taken Back"),
                            ("brought_back", "Brought Back"),
                        ],
                        max_length=16,
                    ),
                ),
                ("reason", models.CharField(blank=True, max_length=200)),
                (
                    "imported",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="changes",
                        to="tournaments.oldimport",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
                "abstract": False,
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("kind__in", ["taken_in", "taken_back", "brought_back"])
                        ),
                        name="old_import_change_kind_is_known",
                        violation_error_message="The kind is a word that nobody knows.",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("kind", "taken_in")),
                        fields=("imported",),
                        name="one_taking_in_per_import",
                        violation_error_message="A file of old records is taken in once.",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Player",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=40)),
                ("home", models.CharField(blank=True, max_length=40)),
                ("groups", models.JSONField(blank=True, default=list)),
                ("added_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "shown",
                    models.CharField(
                        choices=[("name", "Name"), ("initials", "Initials"), ("hidden", "Hidden")],
                        default="name",
                        max_length=8,
                    ),
                ),
                ("erased_at", models.DateTimeField(blank=True, null=True)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="players",
                        to="tournaments.club",
                    ),
                ),
                (
                    "merged_into",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="merged",
                        to="tournaments.player",
                    ),
                ),
            ],
            options={
                "ordering": ["name", "pk"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("shown__in", ["name", "initials", "hidden"])),
                        name="player_shown_is_known",
                        violation_error_message="The shown is a word that nobody knows.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("merged_into", None),
                            models.Q(("merged_into", models.F("id")), _negated=True),
                            _connector="OR",
                        ),
                        name="player_not_merged_into_itself",
                        violation_error_message="Nobody is merged into himself.",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="PairTally",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("ruleset", models.CharField(max_length=64)),
                ("year", models.PositiveSmallIntegerField()),
                ("hands", models.PositiveIntegerField(default=0)),
                ("won", models.PositiveIntegerField(default=0)),
                ("points", models.IntegerField(default=0)),
                (
                    "club",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="pair_tallies",
                        to="tournaments.club",
                    ),
                ),
                (
                    "one",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="tournaments.player",
                    ),
                ),
                (
                    "other",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="tournaments.player",
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(
                        fields=[
                            "club",
                            "ruleset",
                            "one",
                            "other",
                            "year",
                            "hands",
                            "won",
                            "points",
                        ],
                        name="pair_tally_of_club",
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("one", "other", "ruleset", "year"),
                        name="one_tally_per_pair_and_year",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("year__gte", 1)),
                        name="pair_tally_year_from_one",
                        violation_error_message="The year is 1 or more.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("one__lt", models.F("other"))),
                        name="pair_tally_in_order",
                        violation_error_message="Of a pair the smaller key comes first.",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Member",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("place", models.PositiveSmallIntegerField(default=0)),
                ("from_round", models.PositiveSmallIntegerField(default=1)),
                ("until_round", models.PositiveSmallIntegerField(blank=True, null=True)),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="members",
                        to="tournaments.entry",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="memberships",
                        to="tournaments.player",
                    ),
                ),
            ],
            options={
                "ordering": ["place", "from_round", "pk"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("until_round", None)),
                        fields=("entry", "place"),
                        name="one_member_plays_per_place",
                        violation_error_message="One person plays at each place of an entry.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("place__lte", 1)),
                        name="member_place_of_a_pair",
                        violation_error_message="An entry has two places at most, 0 and 1.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("from_round__gte", 1)),
                        name="member_from_round_from_one",
                        violation_error_message="The from round is 1 or more.",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="PlayerAlias",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=40)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="aliases",
                        to="tournaments.club",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="aliases",
                        to="tournaments.player",
                    ),
                ),
            ],
            options={
                "ordering": ["name"],
                "constraints": [
                    models.UniqueConstraint(fields=("club", "name"), name="one_player_per_alias")
                ],
            },
        ),
        migrations.CreateModel(
            name="PlayerChange",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("submission", models.UUIDField(unique=True)),
                ("who", models.CharField(blank=True, max_length=80)),
                ("account", models.CharField(blank=True, max_length=80)),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("added", "Added"),
                            ("renamed", "Renamed"),
                            ("home", "Home"),
                            ("groups", "Groups"),
                            ("alias_added", "Alias Added"),
                            ("alias_removed", "Alias Removed"),
                            ("shown", "Shown"),
                            ("merged", "Merged"),
                            ("merged_along", "Merged Along"),
                            ("unmerged", "Unmerged"),
                            ("took_in", "Took In"),
                            ("let_go", "Let Go"),
                            ("different", "Different"),
                            ("erased", "Erased"),
                        ],
                        max_length=24,
                    ),
                ),
                ("before", models.CharField(blank=True, max_length=120)),
                ("after", models.CharField(blank=True, max_length=120)),
                ("reason", models.CharField(blank=True, max_length=200)),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="changes",
                        to="tournaments.player",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
                "abstract": False,
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "kind__in",
                                [
                                    "added",
                                    "renamed",
                                    "home",
                                    "groups",
                                    "alias_added",
                                    "alias_removed",
                                    "shown",
                                    "merged",
                                    "merged_along",
                                    "unmerged",
                                    "took_in",
                                    "let_go",
                                    "different",
                                    "erased",
                                ],
                            )
                        ),
                        name="player_change_kind_is_known",
                        violation_error_message="The kind is a word that nobody knows.",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Result",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("side", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("points", models.IntegerField(default=0)),
                ("hands", models.PositiveSmallIntegerField(default=0)),
                ("solos", models.PositiveSmallIntegerField(default=0)),
                ("solos_played", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("games", models.PositiveSmallIntegerField(default=0)),
                ("lost", models.PositiveSmallIntegerField(default=0)),
                ("kept_hands", models.PositiveSmallIntegerField(default=0)),
                ("top_points", models.PositiveIntegerField(default=0)),
                ("top_hand", models.PositiveIntegerField(default=0)),
                ("is_in", models.BooleanField(default=False)),
                ("moved_at", models.DateTimeField(blank=True, null=True)),
                ("is_away", models.BooleanField(default=False)),
                (
                    "decided",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("average", "Average"),
                            ("agreed", "Agreed"),
                            ("annulled", "Annulled"),
                        ],
                        default="",
                        max_length=8,
                    ),
                ),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="results",
                        to="tournaments.entry",
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="results",
                        to="tournaments.event",
                    ),
                ),
                (
                    "event_table",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="results",
                        to="tournaments.eventtable",
                    ),
                ),
                (
                    "round",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="results",
                        to="tournaments.round",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("round", "entry"), name="one_result_per_round"),
                    models.CheckConstraint(
                        condition=models.Q(("decided__in", ["", "average", "agreed", "annulled"])),
                        name="result_decided_is_known",
                        violation_error_message="The decided is a word that nobody knows.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("event_table", None), ("side", None)),
                            models.Q(("event_table__isnull", False), ("side__isnull", False)),
                            _connector="OR",
                        ),
                        name="result_at_table_has_side",
                        violation_error_message="Whoever sits at a table, and nobody else, has a side.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("top_hand", 0), ("top_points", 0)),
                            models.Q(("top_hand__gte", 1), ("top_points__gte", 1)),
                            _connector="OR",
                        ),
                        name="result_top_points_of_a_hand",
                        violation_error_message="The highest game has points and the number of its hand.",
                    ),
                ]
            },
        ),
        migrations.CreateModel(
            name="Leaving",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("withdrawn_at", models.DateTimeField(blank=True, null=True)),
                ("withdrawn_by", models.CharField(blank=True, max_length=80)),
                ("withdrawn_account", models.CharField(blank=True, max_length=80)),
                ("withdrawn_why", models.CharField(blank=True, max_length=200)),
                (
                    "remedy",
                    models.CharField(
                        choices=[
                            ("inherited", "Inherited"),
                            ("outside", "Outside"),
                            ("short_handed", "Short Handed"),
                            ("void", "Void"),
                        ],
                        max_length=12,
                    ),
                ),
                ("hands", models.PositiveSmallIntegerField()),
                ("due_before", models.PositiveSmallIntegerField()),
                ("points", models.IntegerField(blank=True, null=True)),
                ("solos", models.PositiveSmallIntegerField(default=0)),
                ("games", models.PositiveSmallIntegerField(default=0)),
                ("stand_in", models.CharField(blank=True, max_length=84)),
                ("reason", models.CharField(blank=True, max_length=200)),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "member",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="tournaments.member",
                    ),
                ),
                (
                    "result",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="leavings",
                        to="tournaments.result",
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("withdrawn_at", None)),
                        fields=("result",),
                        name="one_leaving_holds_per_result",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("remedy__in", ["inherited", "outside", "short_handed", "void"])
                        ),
                        name="leaving_remedy_is_known",
                        violation_error_message="The remedy is a word that nobody knows.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("hands__gte", 1)),
                        name="leaving_hands_from_one",
                        violation_error_message="The hands is 1 or more.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("points", None), ("remedy", "outside"), _connector="OR"
                        ),
                        name="leaving_points_of_who_plays_outside",
                        violation_error_message="Points are read off only where somebody plays on outside.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("withdrawn_at", None), ("withdrawn_by", ""), ("withdrawn_why", "")
                            ),
                            models.Q(
                                ("withdrawn_at__isnull", False),
                                models.Q(("withdrawn_why", ""), _negated=True),
                            ),
                            _connector="OR",
                        ),
                        name="leaving_withdrawn_with_reason",
                        violation_error_message="What is withdrawn has a moment and a reason, and only that.",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Round",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                ("attempt", models.PositiveSmallIntegerField(default=1)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("proposed", "Proposed"),
                            ("drawn", "Drawn"),
                            ("closed", "Closed"),
                            ("cancelled", "Cancelled"),
                        ],
                        default="proposed",
                        max_length=10,
                    ),
                ),
                ("draw", models.CharField(max_length=24)),
                ("seed", models.PositiveBigIntegerField(default=0)),
                ("hands", models.PositiveSmallIntegerField()),
                ("plan", models.JSONField(default=dict)),
                ("locked", models.JSONField(default=list)),
                ("report", models.JSONField(default=dict)),
                ("standing", models.JSONField(default=list)),
                ("cut", models.JSONField(default=dict)),
                ("drawn_at", models.DateTimeField(blank=True, null=True)),
                ("published_at", models.DateTimeField(blank=True, null=True)),
                ("started_at", models.DateTimeField(blank=True, null=True)),
                ("ends_at", models.DateTimeField(blank=True, null=True)),
                ("seconds_left", models.PositiveIntegerField(blank=True, null=True)),
                ("closed_at", models.DateTimeField(blank=True, null=True)),
                ("version", models.PositiveIntegerField(default=0)),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rounds",
                        to="tournaments.event",
                    ),
                ),
            ],
            options={
                "ordering": ["number", "attempt"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("state", "cancelled"), _negated=True),
                        fields=("event", "number"),
                        name="one_round_per_number",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("state__in", ["proposed", "drawn", "closed", "cancelled"])
                        ),
                        name="round_state_is_known",
                        violation_error_message="The state is a word that nobody knows.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("number__gte", 1)),
                        name="round_number_from_one",
                        violation_error_message="The number is 1 or more.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("attempt__gte", 1)),
                        name="round_attempt_from_one",
                        violation_error_message="The attempt is 1 or more.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("state", "cancelled"),
                            models.Q(("drawn_at", None), ("state", "proposed")),
                            models.Q(
                                ("drawn_at__isnull", False), ("state__in", ["drawn", "closed"])
                            ),
                            _connector="OR",
                        ),
                        name="round_drawn_with_moment",
                        violation_error_message="A round that is drawn says when, and no proposal does.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("closed_at__isnull", False), ("state", "closed")),
                            models.Q(
                                models.Q(("state", "closed"), _negated=True), ("closed_at", None)
                            ),
                            _connector="OR",
                        ),
                        name="round_closed_with_moment",
                        violation_error_message="A round that is closed, and no other, says when.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("published_at", None), ("drawn_at__isnull", False), _connector="OR"
                        ),
                        name="round_published_when_drawn",
                        violation_error_message="A round is published after it was drawn.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("ends_at", None), ("seconds_left", None), _connector="OR"
                        ),
                        name="round_clock_runs_or_stands",
                        violation_error_message="A clock runs to a moment or is held, not both.",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Protest",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                ("hand", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("protester", models.CharField(max_length=80)),
                ("matter", models.CharField(max_length=400)),
                ("wanted", models.CharField(max_length=200)),
                ("fee", models.PositiveIntegerField(default=0)),
                ("is_fee_back", models.BooleanField(default=False)),
                (
                    "decision",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("upheld", "Upheld"),
                            ("dismissed", "Dismissed"),
                            ("withdrawn", "Withdrawn"),
                        ],
                        max_length=10,
                    ),
                ),
                ("decided_by", models.CharField(blank=True, max_length=80)),
                ("decided_account", models.CharField(blank=True, max_length=80)),
                ("decided_at", models.DateTimeField(blank=True, null=True)),
                ("reason", models.CharField(blank=True, max_length=200)),
                ("version", models.PositiveIntegerField(default=1)),
                ("submission", models.UUIDField(default=uuid.uuid4, unique=True)),
                ("who", models.CharField(blank=True, max_length=80)),
                ("account", models.CharField(blank=True, max_length=80)),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "entry",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="protests",
                        to="tournaments.entry",
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="protests",
                        to="tournaments.event",
                    ),
                ),
                (
                    "event_table",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="protests",
                        to="tournaments.eventtable",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "round",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="protests",
                        to="tournaments.round",
                    ),
                ),
            ],
            options={
                "ordering": ["number"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("event", "number"), name="one_protest_per_number"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("decision__in", ["", "upheld", "dismissed", "withdrawn"])
                        ),
                        name="protest_decision_is_known",
                        violation_error_message="The decision is a word that nobody knows.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("number__gte", 1)),
                        name="protest_number_from_one",
                        violation_error_message="The number is 1 or more.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("hand__gte", 1)),
                        name="protest_hand_from_one",
                        violation_error_message="The hand is 1 or more.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("version__gte", 1)),
                        name="protest_version_from_one",
                        violation_error_message="The version is 1 or more.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("decided_at", None), ("decision", ""), ("reason", "")),
                            models.Q(
                                models.Q(("decision", ""), _negated=True),
                                ("decided_at__isnull", False),
                                models.Q(("reason", ""), _negated=True),
                            ),
                            _connector="OR",
                        ),
                        name="protest_decided_with_reason",
                        violation_error_message="What is decided has a moment and a reason, and only that.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("is_fee_back", False),
                            models.Q(("fee__gte", 1), models.Q(("decision", ""), _negated=True)),
                            _connector="OR",
                        ),
                        name="protest_fee_back_when_decided",
                        violation_error_message="A fee goes back that was paid, once it is decided.",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Ruling",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("withdrawn_at", models.DateTimeField(blank=True, null=True)),
                ("withdrawn_by", models.CharField(blank=True, max_length=80)),
                ("withdrawn_account", models.CharField(blank=True, max_length=80)),
                ("withdrawn_why", models.CharField(blank=True, max_length=200)),
                ("decided_by", models.CharField(blank=True, max_length=80)),
                ("submission", models.UUIDField(default=uuid.uuid4, unique=True)),
                ("who", models.CharField(blank=True, max_length=80)),
                ("account", models.CharField(blank=True, max_length=80)),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("hand", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("offence", models.CharField(max_length=200)),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("note", "Note"),
                            ("warning", "Warning"),
                            ("points", "Points"),
                            ("strokes", "Strokes"),
                            ("out", "Out"),
                        ],
                        max_length=8,
                    ),
                ),
                ("points", models.IntegerField(default=0)),
                ("others", models.IntegerField(default=0)),
                ("shares", models.JSONField(default=list)),
                ("was", models.JSONField(default=dict)),
                ("is_late", models.BooleanField(default=False)),
                ("reason", models.CharField(blank=True, max_length=200)),
                (
                    "entry",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="rulings",
                        to="tournaments.entry",
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rulings",
                        to="tournaments.event",
                    ),
                ),
                (
                    "event_table",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rulings",
                        to="tournaments.eventtable",
                    ),
                ),
                (
                    "protest",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="rulings",
                        to="tournaments.protest",
                    ),
                ),
                (
                    "round",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rulings",
                        to="tournaments.round",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("kind__in", ["note", "warning", "points", "strokes", "out"])
                        ),
                        name="ruling_kind_is_known",
                        violation_error_message="The kind is a word that nobody knows.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("hand__gte", 1)),
                        name="ruling_hand_from_one",
                        violation_error_message="The hand is 1 or more.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("entry__isnull", False),
                            ("event_table__isnull", False),
                            _connector="OR",
                        ),
                        name="ruling_about_entry_or_table",
                        violation_error_message="A ruling is about an entry or a whole table.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("kind__in", ["points", "strokes"]),
                            models.Q(("others", 0), ("points", 0)),
                            _connector="OR",
                        ),
                        name="ruling_figures_with_points",
                        violation_error_message="Only points and strokes have figures.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("is_late", False), ("reason", "")),
                            models.Q(("is_late", True), models.Q(("reason", ""), _negated=True)),
                            _connector="OR",
                        ),
                        name="ruling_late_with_reason",
                        violation_error_message="A late ruling, and no other, says why it is late.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("withdrawn_at", None), ("withdrawn_by", ""), ("withdrawn_why", "")
                            ),
                            models.Q(
                                ("withdrawn_at__isnull", False),
                                models.Q(("withdrawn_why", ""), _negated=True),
                            ),
                            _connector="OR",
                        ),
                        name="ruling_withdrawn_with_reason",
                        violation_error_message="What is withdrawn has a moment and a reason, and only that.",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="SamePerson",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("is_same", models.BooleanField()),
                ("submission", models.UUIDField(default=uuid.uuid4, unique=True)),
                ("who", models.CharField(blank=True, max_length=80)),
                ("account", models.CharField(blank=True, max_length=80)),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("withdrawn_at", models.DateTimeField(blank=True, null=True)),
                ("withdrawn_by", models.CharField(blank=True, max_length=80)),
                ("withdrawn_account", models.CharField(blank=True, max_length=80)),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="same_persons",
                        to="tournaments.event",
                    ),
                ),
                (
                    "first",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="tournaments.entry",
                    ),
                ),
                (
                    "later",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="tournaments.entry",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("first__lt", models.F("later"))),
                        name="same_person_in_order",
                        violation_error_message="The first of two entries was entered before the later.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("withdrawn_at__isnull", False), ("withdrawn_by", ""), _connector="OR"
                        ),
                        name="same_person_withdrawn_with_moment",
                        violation_error_message="Whoever withdraws what was said does it at a moment.",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Seat",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("index", models.PositiveSmallIntegerField()),
                ("name", models.CharField(max_length=40)),
                ("points", models.IntegerField(default=0)),
                (
                    "player",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="seats",
                        to="tournaments.player",
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="seats",
                        to="tournaments.table",
                    ),
                ),
            ],
            options={
                "ordering": ["index"],
                "constraints": [
                    models.UniqueConstraint(fields=("table", "index"), name="one_seat_per_place")
                ],
            },
        ),
        migrations.CreateModel(
            name="KeptTotal",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("points", models.IntegerField()),
                ("hands", models.PositiveIntegerField(blank=True, null=True)),
                ("games", models.PositiveIntegerField(blank=True, null=True)),
                (
                    "seat",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="kept_total",
                        to="tournaments.seat",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Series",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("title", models.CharField(max_length=80)),
                ("preset", models.CharField(blank=True, max_length=40)),
                ("settings", models.JSONField(default=dict)),
                ("given", models.JSONField(blank=True, default=list)),
                ("declined", models.JSONField(blank=True, default=list)),
                ("moved", models.JSONField(blank=True, default=list)),
                ("published_at", models.DateTimeField(blank=True, null=True)),
                ("version", models.PositiveIntegerField(default=0)),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("submission", models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="series",
                        to="tournaments.club",
                    ),
                ),
                (
                    "final",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="final_of",
                        to="tournaments.event",
                    ),
                ),
            ],
            options={"verbose_name_plural": "series", "ordering": ["-pk"]},
        ),
        migrations.CreateModel(
            name="SeriesChange",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("submission", models.UUIDField(unique=True)),
                ("who", models.CharField(blank=True, max_length=80)),
                ("account", models.CharField(blank=True, max_length=80)),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("made", "Made"),
                            ("rules", "Rules"),
                            ("stage_added", "Stage Added"),
                            ("stage_removed", "Stage Removed"),
                            ("published", "Published"),
                            ("unpublished", "Unpublished"),
                            ("final_made", "Final Made"),
                            ("declined", "Declined"),
                            ("comes_after_all", "Comes After All"),
                            ("moved_in_finals", "Moved In Finals"),
                            ("move_taken_back", "Move Taken Back"),
                            ("place_given", "Place Given"),
                            ("place_taken", "Place Taken"),
                        ],
                        max_length=32,
                    ),
                ),
                ("before", models.CharField(blank=True, max_length=300)),
                ("after", models.CharField(blank=True, max_length=300)),
                ("reason", models.CharField(blank=True, max_length=200)),
                ("series_version", models.PositiveIntegerField()),
                ("device", models.CharField(blank=True, max_length=16)),
                (
                    "series",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="changes",
                        to="tournaments.series",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
                "abstract": False,
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "kind__in",
                                [
                                    "made",
                                    "rules",
                                    "stage_added",
                                    "stage_removed",
                                    "published",
                                    "unpublished",
                                    "final_made",
                                    "declined",
                                    "comes_after_all",
                                    "moved_in_finals",
                                    "move_taken_back",
                                    "place_given",
                                    "place_taken",
                                ],
                            )
                        ),
                        name="series_change_kind_is_known",
                        violation_error_message="The kind is a word that nobody knows.",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="SeriesFinal",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("group", models.PositiveSmallIntegerField()),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="lower_final_of",
                        to="tournaments.event",
                    ),
                ),
                (
                    "series",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="lower_finals",
                        to="tournaments.series",
                    ),
                ),
            ],
            options={
                "ordering": ["group"],
                "constraints": [
                    models.UniqueConstraint(fields=("series", "group"), name="one_final_per_group"),
                    models.CheckConstraint(
                        condition=models.Q(("group__gte", 1)),
                        name="series_final_group_from_one",
                        violation_error_message="The group is 1 or more.",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="SeriesStage",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="stages",
                        to="tournaments.event",
                    ),
                ),
                (
                    "series",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="stages",
                        to="tournaments.series",
                    ),
                ),
            ],
            options={
                "ordering": ["number", "pk"],
                "constraints": [
                    models.UniqueConstraint(fields=("series", "event"), name="one_stage_per_event"),
                    models.CheckConstraint(
                        condition=models.Q(("number__gte", 1)),
                        name="series_stage_number_from_one",
                        violation_error_message="The number is 1 or more.",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Table",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("title", models.CharField(blank=True, max_length=80)),
                ("ruleset", models.CharField(max_length=64)),
                ("options", models.JSONField()),
                ("players", models.PositiveSmallIntegerField()),
                ("first_dealer", models.PositiveSmallIntegerField(default=0)),
                ("opened_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "opened_under",
                    models.CharField(
                        default=tournaments.models.table.unlike_any,
                        editable=False,
                        max_length=64,
                        unique=True,
                    ),
                ),
                ("opened_device", models.CharField(blank=True, max_length=16)),
                ("ended_at", models.DateTimeField(blank=True, null=True)),
                ("version", models.PositiveIntegerField(default=0)),
                ("is_totals", models.BooleanField(default=False)),
                (
                    "club",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="tables",
                        to="tournaments.club",
                    ),
                ),
                (
                    "opened_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="opened",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("first_dealer__lt", models.F("players"))),
                        name="table_first_dealer_sits_there",
                        violation_error_message="Whoever deals first is one of those who sat down.",
                    )
                ]
            },
        ),
        migrations.CreateModel(
            name="SheetTally",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("ruleset", models.CharField(max_length=64)),
                ("played_on", models.DateField()),
                ("counts", models.BooleanField(default=True)),
                ("hands", models.PositiveIntegerField()),
                ("points", models.IntegerField()),
                ("best", models.IntegerField(blank=True, null=True)),
                ("best_hand", models.PositiveIntegerField(blank=True, null=True)),
                ("worst", models.IntegerField(blank=True, null=True)),
                ("worst_hand", models.PositiveIntegerField(blank=True, null=True)),
                ("won_run", models.PositiveIntegerField(default=0)),
                ("lost_run", models.PositiveIntegerField(default=0)),
                ("figures", models.JSONField(default=dict)),
                ("others", models.JSONField(default=dict)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="sheet_tallies",
                        to="tournaments.club",
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="sheet_tallies",
                        to="tournaments.event",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="sheet_tallies",
                        to="tournaments.player",
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="tallies",
                        to="tournaments.table",
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["player", "ruleset", "played_on"], name="tally_by_day"),
                    models.Index(
                        models.F("club"),
                        models.F("ruleset"),
                        models.OrderBy(models.F("best"), descending=True),
                        models.F("played_on"),
                        name="tally_by_best",
                    ),
                    models.Index(
                        models.F("club"),
                        models.F("ruleset"),
                        models.OrderBy(models.F("points"), descending=True),
                        models.F("played_on"),
                        name="tally_by_points",
                    ),
                    models.Index(
                        models.F("club"),
                        models.F("ruleset"),
                        models.OrderBy(models.F("won_run"), descending=True),
                        models.F("played_on"),
                        name="tally_by_run",
                    ),
                    models.Index(
                        fields=["club", "ruleset", "worst", "played_on"], name="tally_by_worst"
                    ),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("table", "player"), name="one_tally_per_sheet"),
                    models.CheckConstraint(
                        condition=models.Q(("best_hand__gte", 1)),
                        name="sheet_tally_best_hand_from_one",
                        violation_error_message="The best hand is 1 or more.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("worst_hand__gte", 1)),
                        name="sheet_tally_worst_hand_from_one",
                        violation_error_message="The worst hand is 1 or more.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("best", None),
                                ("best_hand", None),
                                ("worst", None),
                                ("worst_hand", None),
                            ),
                            models.Q(
                                ("best__isnull", False),
                                ("best_hand__isnull", False),
                                ("worst__isnull", False),
                                ("worst_hand__isnull", False),
                            ),
                            _connector="OR",
                        ),
                        name="sheet_tally_best_and_worst",
                        violation_error_message="Whoever has a best hand has a worst one, with numbers.",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="KeptEvening",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("place", models.PositiveIntegerField()),
                ("day", models.DateField()),
                ("title", models.CharField(blank=True, max_length=80)),
                ("ruleset", models.CharField(max_length=64)),
                ("people", models.PositiveSmallIntegerField()),
                ("hands", models.PositiveIntegerField(blank=True, null=True)),
                ("content", models.JSONField(default=dict)),
                ("is_in", models.BooleanField(default=False)),
                (
                    "imported",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="evenings",
                        to="tournaments.oldimport",
                    ),
                ),
                (
                    "table",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="kept_evening",
                        to="tournaments.table",
                    ),
                ),
            ],
            options={
                "ordering": ["place"],
                "indexes": [
                    models.Index(fields=["imported", "is_in", "place"], name="evening_to_move")
                ],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("imported", "place"), name="one_evening_per_place"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("is_in", False), ("table__isnull", False), _connector="OR"
                        ),
                        name="kept_evening_in_has_sheet",
                        violation_error_message="An evening that counts has its sheet.",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Feat",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("hand", models.PositiveIntegerField()),
                ("kind", models.CharField(max_length=24)),
                ("played_on", models.DateField()),
                ("counts", models.BooleanField(default=True)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="feats",
                        to="tournaments.club",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="feats",
                        to="tournaments.player",
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="feats",
                        to="tournaments.table",
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["club", "played_on"], name="feat_by_day")],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("table", "player", "hand", "kind"), name="one_feat_per_hand"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("hand__gte", 1)),
                        name="feat_hand_from_one",
                        violation_error_message="The hand is 1 or more.",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="CountedSheet",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("ruleset", models.CharField(max_length=64)),
                ("played_on", models.DateField()),
                ("hands", models.PositiveIntegerField()),
                ("counts", models.BooleanField(default=True)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="counted_sheets",
                        to="tournaments.club",
                    ),
                ),
                (
                    "table",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="counted",
                        to="tournaments.table",
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["club", "played_on"], name="counted_by_day")]
            },
        ),
        migrations.CreateModel(
            name="TableLink",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "rights",
                    models.CharField(
                        choices=[("write", "Write"), ("watch", "Watch")], max_length=8
                    ),
                ),
                ("secret_hash", models.CharField(max_length=64, unique=True)),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("revoked_at", models.DateTimeField(blank=True, null=True)),
                ("is_owners", models.BooleanField(default=False)),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="links",
                        to="tournaments.table",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("rights__in", ["write", "watch"])),
                        name="table_link_rights_is_known",
                        violation_error_message="The rights is a word that nobody knows.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("is_owners", False), ("rights", "write"), _connector="OR"
                        ),
                        name="table_link_of_owner_writes",
                        violation_error_message="The link of whoever opened the table writes.",
                    ),
                ]
            },
        ),
        migrations.CreateModel(
            name="TableChange",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("submission", models.UUIDField(unique=True)),
                ("account", models.CharField(blank=True, max_length=80)),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("rename", "Rename"),
                            ("end", "End"),
                            ("reopen", "Reopen"),
                            ("confirm", "Confirm"),
                            ("new_links", "New Links"),
                            ("links_off", "Links Off"),
                            ("taken_back", "Taken Back"),
                            ("club_in", "Club In"),
                            ("club_out", "Club Out"),
                        ],
                        max_length=16,
                    ),
                ),
                ("before", models.CharField(blank=True, max_length=80)),
                ("after", models.CharField(blank=True, max_length=80)),
                ("table_version", models.PositiveIntegerField()),
                ("device", models.CharField(blank=True, max_length=16)),
                ("who", models.CharField(blank=True, max_length=40)),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="changes",
                        to="tournaments.table",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "link",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="changes",
                        to="tournaments.tablelink",
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
                "abstract": False,
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "kind__in",
                                [
                                    "rename",
                                    "end",
                                    "reopen",
                                    "confirm",
                                    "new_links",
                                    "links_off",
                                    "taken_back",
                                    "club_in",
                                    "club_out",
                                ],
                            )
                        ),
                        name="table_change_kind_is_known",
                        violation_error_message="The kind is a word that nobody knows.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("table_version__gte", 1)),
                        name="table_change_table_version_from_one",
                        violation_error_message="The table version is 1 or more.",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="HandVersion",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                ("record", models.JSONField()),
                ("is_withdrawn", models.BooleanField(default=False)),
                ("reason", models.CharField(blank=True, max_length=200)),
                ("submission", models.UUIDField(unique=True)),
                ("table_version", models.PositiveIntegerField()),
                ("device", models.CharField(blank=True, max_length=16)),
                ("who", models.CharField(blank=True, max_length=40)),
                ("account", models.CharField(blank=True, max_length=80)),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "hand",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="versions",
                        to="tournaments.hand",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "link",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="versions",
                        to="tournaments.tablelink",
                    ),
                ),
            ],
            options={
                "ordering": ["number"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("hand", "number"), name="one_version_per_number"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("number__gte", 1)),
                        name="hand_version_number_from_one",
                        violation_error_message="The number is 1 or more.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("table_version__gte", 1)),
                        name="hand_version_table_version_from_one",
                        violation_error_message="The table version is 1 or more.",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="TieDecision",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("withdrawn_at", models.DateTimeField(blank=True, null=True)),
                ("withdrawn_by", models.CharField(blank=True, max_length=80)),
                ("withdrawn_account", models.CharField(blank=True, max_length=80)),
                ("withdrawn_why", models.CharField(blank=True, max_length=200)),
                ("decided_by", models.CharField(blank=True, max_length=80)),
                ("submission", models.UUIDField(default=uuid.uuid4, unique=True)),
                ("who", models.CharField(blank=True, max_length=80)),
                ("account", models.CharField(blank=True, max_length=80)),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "kind",
                    models.CharField(
                        choices=[("playoff", "Playoff"), ("lot", "Lot"), ("seed", "Seed")],
                        max_length=8,
                    ),
                ),
                ("order", models.JSONField(default=list)),
                ("after_round", models.PositiveSmallIntegerField()),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="tie_decisions",
                        to="tournaments.event",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("kind__in", ["playoff", "lot", "seed"])),
                        name="tie_decision_kind_is_known",
                        violation_error_message="The kind is a word that nobody knows.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("after_round__gte", 1)),
                        name="tie_decision_after_round_from_one",
                        violation_error_message="The after round is 1 or more.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("withdrawn_at", None), ("withdrawn_by", ""), ("withdrawn_why", "")
                            ),
                            models.Q(
                                ("withdrawn_at__isnull", False),
                                models.Q(("withdrawn_why", ""), _negated=True),
                            ),
                            _connector="OR",
                        ),
                        name="tie_decision_withdrawn_with_reason",
                        violation_error_message="What is withdrawn has a moment and a reason, and only that.",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="TotalsVersion",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                ("record", models.JSONField()),
                ("is_withdrawn", models.BooleanField(default=False)),
                ("reason", models.CharField(blank=True, max_length=200)),
                ("submission", models.UUIDField(default=uuid.uuid4, unique=True)),
                ("who", models.CharField(blank=True, max_length=80)),
                ("account", models.CharField(blank=True, max_length=80)),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "event_table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="totals",
                        to="tournaments.eventtable",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["number"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("event_table", "number"), name="one_totals_version_per_number"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("number__gte", 1)),
                        name="totals_version_number_from_one",
                        violation_error_message="The number is 1 or more.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("is_withdrawn", False),
                            models.Q(("reason", ""), _negated=True),
                            _connector="OR",
                        ),
                        name="totals_version_withdrawn_with_reason",
                        violation_error_message="Totals that are taken back have a reason.",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="YearTally",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("ruleset", models.CharField(max_length=64)),
                ("year", models.PositiveSmallIntegerField()),
                ("sheets", models.PositiveIntegerField(default=0)),
                ("hands", models.PositiveIntegerField(default=0)),
                ("points", models.IntegerField(default=0)),
                ("rated_sheets", models.PositiveIntegerField(default=0)),
                ("rated_hands", models.PositiveIntegerField(default=0)),
                ("rated_sum", models.BigIntegerField(default=0)),
                ("rated_squares", models.BigIntegerField(default=0)),
                ("rated_with", models.JSONField(default=dict)),
                ("figures", models.JSONField(default=dict)),
                ("others", models.JSONField(default=dict)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="year_tallies",
                        to="tournaments.club",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="year_tallies",
                        to="tournaments.player",
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(
                        fields=[
                            "club",
                            "ruleset",
                            "year",
                            "sheets",
                            "player",
                            "rated_sheets",
                            "rated_hands",
                            "rated_sum",
                            "rated_squares",
                            "hands",
                            "points",
                        ],
                        name="year_tally_of_club",
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("player", "ruleset", "year"), name="one_tally_per_player_and_year"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("year__gte", 1)),
                        name="year_tally_year_from_one",
                        violation_error_message="The year is 1 or more.",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="ClubDirector",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("since", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="directors",
                        to="tournaments.club",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="directs",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("club", "user"), name="one_director_per_club")
                ]
            },
        ),
        migrations.CreateModel(
            name="Contact",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("phone", models.CharField(blank=True, max_length=20)),
                ("mail", models.CharField(blank=True, max_length=120)),
                ("noted_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "entry",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="contact",
                        to="tournaments.entry",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("mail", ""), ("phone", ""), _negated=True),
                        name="contact_says_something",
                        violation_error_message="A contact has a phone number or an e-mail address.",
                    )
                ]
            },
        ),
    ]
    operations = [CreateTables(tables)]
