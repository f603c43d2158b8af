"""What came after 0016, made at once: whoever has a part of it goes the single steps."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

import tournaments.models.base
from accounts.adding_constraints import AddConstraints
from accounts.creating_tables import CreateTables

LANGUAGES = [("en", "English"), ("de", "Deutsch"), ("et", "Eesti")]
ROLES = [
    ("owner", "Owner"),
    ("director", "Director"),
    ("door", "Door"),
    ("keyer", "Results"),
    ("cashier", "Cash desk"),
    ("auditor", "Auditor"),
    ("statistician", "Record book"),
]


class Migration(migrations.Migration):
    replaces = [
        ("tournaments", "0017_house_rules"),
        ("tournaments", "0018_house_rules_renamed"),
        ("tournaments", "0019_languages"),
        ("tournaments", "0020_members"),
        ("tournaments", "0021_roles"),
        ("tournaments", "0022_initials_in_old_events"),
        ("tournaments", "0023_sites_of_clubs"),
        ("tournaments", "0024_claims"),
        ("tournaments", "0025_registration"),
        ("tournaments", "0026_fee_by_transfer"),
        ("tournaments", "0027_clubs_asked_for"),
        ("tournaments", "0028_booked_transfers"),
        ("tournaments", "0029_mail_of_registrations"),
        ("tournaments", "0030_whom_a_registration_brought"),
    ]

    dependencies = [
        ("tournaments", "0016_what_is_allowed"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RemoveConstraint(model_name="clubdirector", name="one_director_per_club"),
        migrations.RenameModel(old_name="ClubDirector", new_name="Membership"),
        migrations.RemoveConstraint(model_name="cashline", name="cash_line_kind_is_known"),
        migrations.RemoveConstraint(model_name="cashline", name="cash_line_of_a_fee_names_entry"),
        migrations.RemoveConstraint(model_name="playerchange", name="player_change_kind_is_known"),
        migrations.AddField(
            model_name="club",
            name="initials_after",
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="club",
            name="language",
            field=models.CharField(
                choices=LANGUAGES, default=tournaments.models.base.site_language, max_length=8
            ),
        ),
        migrations.AddField(
            model_name="club", name="sites", field=models.JSONField(blank=True, default=list)
        ),
        migrations.AddField(
            model_name="event",
            name="language",
            field=models.CharField(
                choices=LANGUAGES, default=tournaments.models.base.site_language, max_length=8
            ),
        ),
        migrations.AddField(
            model_name="event", name="rules_name", field=models.CharField(blank=True, max_length=60)
        ),
        migrations.AddField(
            model_name="event",
            name="rules_version",
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="membership",
            name="event",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="members",
                to="tournaments.event",
            ),
        ),
        migrations.AddField(
            model_name="membership",
            name="invited_by",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="membership",
            name="role",
            field=models.CharField(choices=ROLES, default="owner", max_length=12),
        ),
        migrations.AlterField(  # whoever directs a club so far owns it
            model_name="membership",
            name="role",
            field=models.CharField(choices=ROLES, default="director", max_length=12),
        ),
        migrations.AddField(
            model_name="membership", name="until", field=models.DateTimeField(blank=True, null=True)
        ),
        migrations.AddField(
            model_name="table",
            name="language",
            field=models.CharField(
                choices=LANGUAGES, default=tournaments.models.base.site_language, max_length=8
            ),
        ),
        migrations.AddField(
            model_name="table", name="rules_name", field=models.CharField(blank=True, max_length=60)
        ),
        migrations.AddField(
            model_name="table",
            name="rules_version",
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.AlterField(
            model_name="cashline",
            name="kind",
            field=models.CharField(
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
                    ("transfer", "Transfer"),
                ],
                max_length=10,
            ),
        ),
        migrations.AlterField(
            model_name="membership",
            name="club",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="members",
                to="tournaments.club",
            ),
        ),
        migrations.AlterField(
            model_name="membership",
            name="user",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="memberships",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AlterField(
            model_name="playerchange",
            name="kind",
            field=models.CharField(
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
                    ("claimed", "Claimed"),
                    ("declined", "Declined"),
                    ("unclaimed", "Unclaimed"),
                    ("erased", "Erased"),
                ],
                max_length=24,
            ),
        ),
        CreateTables(
            [
                migrations.CreateModel(
                    name="Claim",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        (
                            "state",
                            models.CharField(
                                choices=[
                                    ("waiting", "Waiting"),
                                    ("confirmed", "Confirmed"),
                                    ("declined", "Declined"),
                                ],
                                default="waiting",
                                max_length=10,
                            ),
                        ),
                        ("note", models.CharField(blank=True, max_length=200)),
                        ("reason", models.CharField(blank=True, max_length=200)),
                        ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
                        ("decided_at", models.DateTimeField(blank=True, null=True)),
                        ("submission", models.UUIDField(unique=True)),
                        (
                            "club",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="claims",
                                to="tournaments.club",
                            ),
                        ),
                        (
                            "player",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="claims",
                                to="tournaments.player",
                            ),
                        ),
                        (
                            "user",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="claims",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                    ],
                    options={
                        "constraints": [
                            models.CheckConstraint(
                                condition=models.Q(
                                    ("state__in", ["waiting", "confirmed", "declined"])
                                ),
                                name="claim_state_is_known",
                                violation_error_message="The state is a word that nobody knows.",
                            ),
                            models.UniqueConstraint(
                                condition=models.Q(("state", "declined"), _negated=True),
                                fields=("club", "user"),
                                name="one_player_per_account_and_club",
                            ),
                            models.UniqueConstraint(
                                condition=models.Q(("state", "confirmed")),
                                fields=("player",),
                                name="one_account_per_player",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    models.Q(("decided_at", None), ("state", "waiting")),
                                    models.Q(
                                        models.Q(("state", "waiting"), _negated=True),
                                        ("decided_at__isnull", False),
                                    ),
                                    _connector="OR",
                                ),
                                name="claim_waits_until_it_is_decided",
                                violation_error_message="What waits is not decided, and all else is.",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    models.Q(
                                        ("state", "declined"),
                                        models.Q(("reason", ""), _negated=True),
                                    ),
                                    models.Q(
                                        models.Q(("state", "declined"), _negated=True),
                                        ("reason", ""),
                                    ),
                                    _connector="OR",
                                ),
                                name="claim_declined_with_reason",
                                violation_error_message="Whoever declines says why, and only then.",
                            ),
                        ]
                    },
                ),
                migrations.CreateModel(
                    name="ClubRequest",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        (
                            "language",
                            models.CharField(
                                choices=LANGUAGES,
                                default=tournaments.models.base.site_language,
                                max_length=8,
                            ),
                        ),
                        ("name", models.CharField(max_length=80)),
                        ("is_public", models.BooleanField(default=False)),
                        ("about", models.CharField(blank=True, max_length=200)),
                        (
                            "state",
                            models.CharField(
                                choices=[
                                    ("waiting", "Waiting"),
                                    ("accepted", "Accepted"),
                                    ("declined", "Declined"),
                                ],
                                default="waiting",
                                max_length=8,
                            ),
                        ),
                        ("submission", models.UUIDField(unique=True)),
                        ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
                        ("answered_at", models.DateTimeField(blank=True, null=True)),
                        (
                            "answered_by",
                            models.ForeignKey(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.SET_NULL,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "club",
                            models.ForeignKey(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.SET_NULL,
                                related_name="+",
                                to="tournaments.club",
                            ),
                        ),
                        (
                            "user",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="club_requests",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                    ],
                    options={
                        "ordering": ["pk"],
                        "constraints": [
                            models.CheckConstraint(
                                condition=models.Q(
                                    ("state__in", ["waiting", "accepted", "declined"])
                                ),
                                name="club_request_state_is_known",
                                violation_error_message="The state is a word that nobody knows.",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(("language__in", ["en", "de", "et"])),
                                name="club_request_language_is_known",
                                violation_error_message="The language is a word that nobody knows.",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    models.Q(("answered_at", None), ("state", "waiting")),
                                    models.Q(
                                        models.Q(("state", "waiting"), _negated=True),
                                        ("answered_at__isnull", False),
                                    ),
                                    _connector="OR",
                                ),
                                name="club_request_waits_until_answered",
                                violation_error_message="What waits has no answer yet, and all else has one.",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="HouseRules",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        ("name", models.CharField(max_length=60)),
                        ("ruleset", models.CharField(max_length=64)),
                        ("options", models.JSONField(default=dict)),
                        ("version", models.PositiveSmallIntegerField(default=1)),
                        ("is_put_away", models.BooleanField(default=False)),
                        ("is_usual", models.BooleanField(default=False)),
                        (
                            "club",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="house_rules",
                                to="tournaments.club",
                            ),
                        ),
                    ],
                    options={
                        "ordering": ["name"],
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("club", "name"), name="one_set_of_rules_per_name"
                            ),
                            models.UniqueConstraint(
                                condition=models.Q(("is_usual", True)),
                                fields=("club", "ruleset"),
                                name="one_usual_set_of_rules_per_game",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    ("is_put_away", True), ("is_usual", True), _negated=True
                                ),
                                name="house_rules_usual_or_put_away",
                                violation_error_message="What is put away is not what the club usually plays.",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(("version__gte", 1)),
                                name="house_rules_version_from_one",
                                violation_error_message="The version is 1 or more.",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="HouseRulesChange",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        ("who", models.CharField(blank=True, max_length=80)),
                        ("account", models.CharField(blank=True, max_length=80)),
                        ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
                        ("submission", models.UUIDField(unique=True)),
                        ("house_rules_version", models.PositiveSmallIntegerField()),
                        (
                            "kind",
                            models.CharField(
                                choices=[
                                    ("written", "Written"),
                                    ("put_away", "Put Away"),
                                    ("brought_back", "Brought Back"),
                                    ("usual", "Usual"),
                                    ("not_usual", "Not Usual"),
                                    ("renamed", "Renamed"),
                                ],
                                max_length=16,
                            ),
                        ),
                        ("options", models.JSONField(default=dict)),
                        ("before", models.CharField(blank=True, max_length=60)),
                        ("after", models.CharField(blank=True, max_length=60)),
                        (
                            "house_rules",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="changes",
                                to="tournaments.houserules",
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
                                            "written",
                                            "put_away",
                                            "brought_back",
                                            "usual",
                                            "not_usual",
                                            "renamed",
                                        ],
                                    )
                                ),
                                name="house_rules_change_kind_is_known",
                                violation_error_message="The kind is a word that nobody knows.",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(("house_rules_version__gte", 1)),
                                name="house_rules_change_house_rules_version_from_one",
                                violation_error_message="The house rules version is 1 or more.",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Invitation",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        ("role", models.CharField(choices=ROLES, max_length=12)),
                        ("secret_hash", models.CharField(max_length=64, unique=True)),
                        ("submission", models.UUIDField(unique=True)),
                        ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
                        ("used_at", models.DateTimeField(blank=True, null=True)),
                        ("withdrawn_at", models.DateTimeField(blank=True, null=True)),
                        (
                            "club",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="invitations",
                                to="tournaments.club",
                            ),
                        ),
                        (
                            "event",
                            models.ForeignKey(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="invitations",
                                to="tournaments.event",
                            ),
                        ),
                        (
                            "made_by",
                            models.ForeignKey(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.SET_NULL,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "used_by",
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
                                condition=models.Q(
                                    (
                                        "role__in",
                                        [
                                            "owner",
                                            "director",
                                            "door",
                                            "keyer",
                                            "cashier",
                                            "auditor",
                                            "statistician",
                                        ],
                                    )
                                ),
                                name="invitation_role_is_known",
                                violation_error_message="The role is a word that nobody knows.",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    ("event", None),
                                    models.Q(
                                        ("role__in", ["owner", "statistician"]), _negated=True
                                    ),
                                    _connector="OR",
                                ),
                                name="invitation_of_an_event_is_of_its_day",
                                violation_error_message="Nobody is that at one event alone.",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    ("used_at", None), ("withdrawn_at", None), _connector="OR"
                                ),
                                name="invitation_is_used_or_withdrawn",
                                violation_error_message="An invitation is used or withdrawn, not both.",
                            ),
                        ]
                    },
                ),
                migrations.CreateModel(
                    name="Registration",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        ("secret_hash", models.CharField(max_length=64, unique=True)),
                        ("code", models.CharField(max_length=8, unique=True)),
                        ("submission", models.UUIDField(unique=True)),
                        ("message", models.CharField(blank=True, max_length=200)),
                        ("read_version", models.PositiveIntegerField(default=1)),
                        ("brought", models.JSONField(blank=True, default=list)),
                        ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
                        ("withdrawn_at", models.DateTimeField(blank=True, null=True)),
                        ("device", models.CharField(blank=True, max_length=16)),
                        ("network", models.CharField(blank=True, max_length=64)),
                        ("mail", models.CharField(blank=True, max_length=120)),
                        ("site", models.CharField(blank=True, max_length=200)),
                        (
                            "entry",
                            models.OneToOneField(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="registration",
                                to="tournaments.entry",
                            ),
                        ),
                    ],
                    options={
                        "constraints": [
                            models.CheckConstraint(
                                condition=models.Q(("read_version__gte", 1)),
                                name="registration_read_version_from_one",
                                violation_error_message="The read version is 1 or more.",
                            )
                        ]
                    },
                ),
                migrations.CreateModel(
                    name="RegistrationTerms",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        ("is_on", models.BooleanField(default=False)),
                        ("opens_at", models.DateTimeField(blank=True, null=True)),
                        ("closes_at", models.DateTimeField(blank=True, null=True)),
                        ("has_waiting_list", models.BooleanField(default=True)),
                        ("accepts_each", models.BooleanField(default=False)),
                        (
                            "listed",
                            models.CharField(
                                choices=[
                                    ("number", "how many are registered"),
                                    ("names", "who is registered, as each is shown"),
                                    ("nothing", "nothing of it"),
                                ],
                                default="number",
                                max_length=8,
                            ),
                        ),
                        ("asks_message", models.BooleanField(default=False)),
                        ("asks_of_age", models.BooleanField(default=False)),
                        ("text", models.CharField(blank=True, max_length=1000)),
                        ("version", models.PositiveIntegerField(default=1)),
                        ("pay_holder", models.CharField(blank=True, max_length=70)),
                        ("pay_iban", models.CharField(blank=True, max_length=34)),
                        ("pay_link", models.CharField(blank=True, max_length=300)),
                        (
                            "event",
                            models.OneToOneField(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="registration_terms",
                                to="tournaments.event",
                            ),
                        ),
                    ],
                    options={
                        "constraints": [
                            models.CheckConstraint(
                                condition=models.Q(("listed__in", ["number", "names", "nothing"])),
                                name="registration_terms_listed_is_known",
                                violation_error_message="The listed is a word that nobody knows.",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(("version__gte", 1)),
                                name="registration_terms_version_from_one",
                                violation_error_message="The version is 1 or more.",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    ("opens_at", None),
                                    ("closes_at", None),
                                    ("closes_at__gt", models.F("opens_at")),
                                    _connector="OR",
                                ),
                                name="registration_closes_after_it_opens",
                                violation_error_message="Registration closes after it opens.",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    models.Q(("pay_holder", ""), ("pay_iban", "")),
                                    models.Q(
                                        ("pay_holder", ""),
                                        ("pay_iban", ""),
                                        _connector="OR",
                                        _negated=True,
                                    ),
                                    _connector="OR",
                                ),
                                name="registration_account_has_holder",
                                violation_error_message="An account is somebody's.",
                            ),
                        ]
                    },
                ),
                migrations.CreateModel(
                    name="BookedTransfer",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        ("digest", models.CharField(max_length=64, unique=True)),
                        (
                            "registration",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="transfers",
                                to="tournaments.registration",
                            ),
                        ),
                    ],
                    options={"abstract": False},
                ),
            ]
        ),
        AddConstraints(
            constraints={
                "CashLine": [
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
                                    "transfer",
                                ],
                            )
                        ),
                        name="cash_line_kind_is_known",
                        violation_error_message="The kind is a word that nobody knows.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("entry__isnull", False),
                            models.Q(
                                ("kind__in", ["part", "reentry", "refund", "transfer"]),
                                _negated=True,
                            ),
                            _connector="OR",
                        ),
                        name="cash_line_of_a_fee_names_entry",
                        violation_error_message="A fee that is paid or given back is an entry's.",
                    ),
                ],
                "Club": [
                    models.CheckConstraint(
                        condition=models.Q(("language__in", ["en", "de", "et"])),
                        name="club_language_is_known",
                        violation_error_message="The language is a word that nobody knows.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("initials_after__gte", 1)),
                        name="club_initials_after_from_one",
                        violation_error_message="The initials after is 1 or more.",
                    ),
                ],
                "Event": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("rules_name", ""), ("rules_version", None)),
                            models.Q(
                                models.Q(("rules_name", ""), _negated=True),
                                ("rules_version__isnull", False),
                            ),
                            _connector="OR",
                        ),
                        name="event_rules_version_beside_name",
                        violation_error_message="House rules with a name have a version, and only these.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("rules_version__gte", 1)),
                        name="event_rules_version_from_one",
                        violation_error_message="The rules version is 1 or more.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("language__in", ["en", "de", "et"])),
                        name="event_language_is_known",
                        violation_error_message="The language is a word that nobody knows.",
                    ),
                ],
                "Membership": [
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "role__in",
                                [
                                    "owner",
                                    "director",
                                    "door",
                                    "keyer",
                                    "cashier",
                                    "auditor",
                                    "statistician",
                                ],
                            )
                        ),
                        name="membership_role_is_known",
                        violation_error_message="The role is a word that nobody knows.",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("event", None), ("until", None)),
                        fields=("club", "user"),
                        name="one_membership_per_club",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("until", None)),
                        fields=("event", "user"),
                        name="one_membership_per_event",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("event", None),
                            models.Q(("role__in", ["owner", "statistician"]), _negated=True),
                            _connector="OR",
                        ),
                        name="membership_of_an_event_is_of_its_day",
                        violation_error_message="Nobody is that at one event alone.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("until", None), ("until__gte", models.F("since")), _connector="OR"
                        ),
                        name="membership_ends_after_it_began",
                        violation_error_message="Nothing ends before it began.",
                    ),
                ],
                "PlayerChange": [
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
                                    "claimed",
                                    "declined",
                                    "unclaimed",
                                    "erased",
                                ],
                            )
                        ),
                        name="player_change_kind_is_known",
                        violation_error_message="The kind is a word that nobody knows.",
                    )
                ],
                "Table": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("rules_name", ""), ("rules_version", None)),
                            models.Q(
                                models.Q(("rules_name", ""), _negated=True),
                                ("rules_version__isnull", False),
                            ),
                            _connector="OR",
                        ),
                        name="table_rules_version_beside_name",
                        violation_error_message="House rules with a name have a version, and only these.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("rules_version__gte", 1)),
                        name="table_rules_version_from_one",
                        violation_error_message="The rules version is 1 or more.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("language__in", ["en", "de", "et"])),
                        name="table_language_is_known",
                        violation_error_message="The language is a word that nobody knows.",
                    ),
                ],
            }
        ),
    ]
