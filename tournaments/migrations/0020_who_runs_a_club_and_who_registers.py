"""Who runs a club, with a role and until when: those who are there own theirs; claims, registration."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

import tournaments.models.base


class Migration(migrations.Migration):
    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("tournaments", "0019_languages"),
    ]

    operations = [
        migrations.RemoveConstraint(model_name="clubdirector", name="one_director_per_club"),
        migrations.RenameModel(old_name="ClubDirector", new_name="Membership"),
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
        migrations.AddField(
            model_name="membership",
            name="role",
            field=models.CharField(
                choices=[
                    ("owner", "Owner"),
                    ("director", "Director"),
                    ("door", "Door"),
                    ("keyer", "Results"),
                    ("cashier", "Cash desk"),
                    ("auditor", "Auditor"),
                    ("statistician", "Record book"),
                ],
                default="owner",
                max_length=12,
            ),
        ),
        migrations.AlterField(
            model_name="membership",
            name="role",
            field=models.CharField(
                choices=[
                    ("owner", "Owner"),
                    ("director", "Director"),
                    ("door", "Door"),
                    ("keyer", "Results"),
                    ("cashier", "Cash desk"),
                    ("auditor", "Auditor"),
                    ("statistician", "Record book"),
                ],
                default="director",
                max_length=12,
            ),
        ),
        migrations.AddField(
            model_name="membership", name="until", field=models.DateTimeField(blank=True, null=True)
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
            name="event",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="members",
                to="tournaments.event",
            ),
        ),
        migrations.AddConstraint(
            model_name="membership",
            constraint=models.CheckConstraint(
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
        ),
        migrations.AddConstraint(
            model_name="membership",
            constraint=models.UniqueConstraint(
                condition=models.Q(("event", None), ("until", None)),
                fields=("club", "user"),
                name="one_membership_per_club",
            ),
        ),
        migrations.AddConstraint(
            model_name="membership",
            constraint=models.UniqueConstraint(
                condition=models.Q(("until", None)),
                fields=("event", "user"),
                name="one_membership_per_event",
            ),
        ),
        migrations.AddConstraint(
            model_name="membership",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("event", None),
                    models.Q(("role__in", ["owner", "statistician"]), _negated=True),
                    _connector="OR",
                ),
                name="membership_of_an_event_is_of_its_day",
                violation_error_message="Nobody is that at one event alone.",
            ),
        ),
        migrations.AddConstraint(
            model_name="membership",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("until", None), ("until__gte", models.F("since")), _connector="OR"
                ),
                name="membership_ends_after_it_began",
                violation_error_message="Nothing ends before it began.",
            ),
        ),
        migrations.CreateModel(
            name="Invitation",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "role",
                    models.CharField(
                        choices=[
                            ("owner", "Owner"),
                            ("director", "Director"),
                            ("door", "Door"),
                            ("keyer", "Results"),
                            ("cashier", "Cash desk"),
                            ("auditor", "Auditor"),
                            ("statistician", "Record book"),
                        ],
                        max_length=12,
                    ),
                ),
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
                            models.Q(("role__in", ["owner", "statistician"]), _negated=True),
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
            name="Claim",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
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
                        condition=models.Q(("state__in", ["waiting", "confirmed", "declined"])),
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
                                ("state", "declined"), models.Q(("reason", ""), _negated=True)
                            ),
                            models.Q(
                                models.Q(("state", "declined"), _negated=True), ("reason", "")
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
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "language",
                    models.CharField(
                        choices=[("en", "English"), ("de", "Deutsch"), ("et", "Eesti")],
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
                        condition=models.Q(("state__in", ["waiting", "accepted", "declined"])),
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
            name="RegistrationTerms",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
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
                                ("pay_holder", ""), ("pay_iban", ""), _connector="OR", _negated=True
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
            name="Registration",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
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
            name="BookedTransfer",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
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
        migrations.RemoveConstraint(model_name="cashline", name="cash_line_kind_is_known"),
        migrations.RemoveConstraint(model_name="cashline", name="cash_line_of_a_fee_names_entry"),
        migrations.RemoveConstraint(model_name="playerchange", name="player_change_kind_is_known"),
        migrations.AddField(
            model_name="club",
            name="initials_after",
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="club", name="sites", field=models.JSONField(blank=True, default=list)
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
        migrations.AddConstraint(
            model_name="cashline",
            constraint=models.CheckConstraint(
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
        ),
        migrations.AddConstraint(
            model_name="cashline",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("entry__isnull", False),
                    models.Q(
                        ("kind__in", ["part", "reentry", "refund", "transfer"]), _negated=True
                    ),
                    _connector="OR",
                ),
                name="cash_line_of_a_fee_names_entry",
                violation_error_message="A fee that is paid or given back is an entry's.",
            ),
        ),
        migrations.AddConstraint(
            model_name="club",
            constraint=models.CheckConstraint(
                condition=models.Q(("initials_after__gte", 1)),
                name="club_initials_after_from_one",
                violation_error_message="The initials after is 1 or more.",
            ),
        ),
        migrations.AddConstraint(
            model_name="playerchange",
            constraint=models.CheckConstraint(
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
            ),
        ),
    ]
