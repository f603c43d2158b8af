"""The database knows every state and kind, and which rows there cannot be."""

from django.db import migrations, models

from accounts.adding_constraints import AddConstraints, Constraints

CONSTRAINTS: Constraints = {
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
                ("amount__gte", 1), ("kind__in", ["prize", "count", "reversal"]), _connector="OR"
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
                models.Q(models.Q(("kind", "count"), _negated=True), ("expected", None)),
                _connector="OR",
            ),
            name="cash_line_count_has_expected",
            violation_error_message="A count, and no other line, says what was expected.",
        ),
        models.CheckConstraint(
            condition=models.Q(
                models.Q(("kind", "prize"), models.Q(("prize", ""), _negated=True)),
                models.Q(
                    models.Q(("kind", "prize"), _negated=True), ("prize", ""), ("revision", 0)
                ),
                _connector="OR",
            ),
            name="cash_line_prize_has_key",
            violation_error_message="A prize, and no other line, says which one it is.",
        ),
        models.CheckConstraint(
            condition=models.Q(
                models.Q(("kind", "reversal"), ("reverses__isnull", False)),
                models.Q(models.Q(("kind", "reversal"), _negated=True), ("reverses", None)),
                _connector="OR",
            ),
            name="cash_line_reversal_has_line",
            violation_error_message="A reversal, and no other line, takes one back.",
        ),
    ],
    "Contact": [
        models.CheckConstraint(
            condition=models.Q(("mail", ""), ("phone", ""), _negated=True),
            name="contact_says_something",
            violation_error_message="A contact has a phone number or an e-mail address.",
        )
    ],
    "Entry": [
        models.CheckConstraint(
            condition=models.Q(
                ("status__in", ["registered", "waiting", "here", "left", "no_show", "out"])
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
            condition=models.Q(("is_paid", False), ("free_reason", ""), _connector="OR"),
            name="entry_free_is_not_paid",
            violation_error_message="Whoever plays for nothing has not paid.",
        ),
    ],
    "Event": [
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
                models.Q(models.Q(("state", "setup"), _negated=True), ("frozen_at__isnull", False)),
                _connector="OR",
            ),
            name="event_frozen_after_setup",
            violation_error_message="The rules are frozen once set-up is over, and not before.",
        ),
        models.CheckConstraint(
            condition=models.Q(
                models.Q(("state", "final"), _negated=True), ("revision__gte", 1), _connector="OR"
            ),
            name="event_final_has_revision",
            violation_error_message="A final list that is locked has a revision, from 1 on.",
        ),
    ],
    "EventChange": [
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
    "EventTable": [
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
                    ("confirmed_at", None), ("confirmed_version", None), ("first_confirmed", None)
                ),
                models.Q(("confirmed_at__isnull", False), ("confirmed_version__isnull", False)),
                _connector="OR",
            ),
            name="event_table_confirmed_with_moment",
            violation_error_message="A sheet that is confirmed, and no other, says when.",
        ),
    ],
    "Feat": [
        models.CheckConstraint(
            condition=models.Q(("hand__gte", 1)),
            name="feat_hand_from_one",
            violation_error_message="The hand is 1 or more.",
        )
    ],
    "Hand": [
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
    ],
    "HandVersion": [
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
    "KeptEvening": [
        models.CheckConstraint(
            condition=models.Q(("is_in", False), ("table__isnull", False), _connector="OR"),
            name="kept_evening_in_has_sheet",
            violation_error_message="An evening that counts has its sheet.",
        )
    ],
    "KeptPrizes": [
        models.CheckConstraint(
            condition=models.Q(("revision__gte", 1)),
            name="kept_prizes_revision_from_one",
            violation_error_message="The revision is 1 or more.",
        )
    ],
    "Leaving": [
        models.CheckConstraint(
            condition=models.Q(("remedy__in", ["inherited", "outside", "short_handed", "void"])),
            name="leaving_remedy_is_known",
            violation_error_message="The remedy is a word that nobody knows.",
        ),
        models.CheckConstraint(
            condition=models.Q(("hands__gte", 1)),
            name="leaving_hands_from_one",
            violation_error_message="The hands is 1 or more.",
        ),
        models.CheckConstraint(
            condition=models.Q(("points", None), ("remedy", "outside"), _connector="OR"),
            name="leaving_points_of_who_plays_outside",
            violation_error_message="Points are read off only where somebody plays on outside.",
        ),
        models.CheckConstraint(
            condition=models.Q(
                models.Q(("withdrawn_at", None), ("withdrawn_by", ""), ("withdrawn_why", "")),
                models.Q(
                    ("withdrawn_at__isnull", False), models.Q(("withdrawn_why", ""), _negated=True)
                ),
                _connector="OR",
            ),
            name="leaving_withdrawn_with_reason",
            violation_error_message="What is withdrawn has a moment and a reason, and only that.",
        ),
    ],
    "Member": [
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
    "NamedHighest": [
        models.CheckConstraint(
            condition=models.Q(
                models.Q(("withdrawn_at", None), ("withdrawn_by", ""), ("withdrawn_why", "")),
                models.Q(
                    ("withdrawn_at__isnull", False), models.Q(("withdrawn_why", ""), _negated=True)
                ),
                _connector="OR",
            ),
            name="named_highest_withdrawn_with_reason",
            violation_error_message="What is withdrawn has a moment and a reason, and only that.",
        )
    ],
    "OldImport": [
        models.CheckConstraint(
            condition=models.Q(("kind__in", ["totals", "hands"])),
            name="old_import_kind_is_known",
            violation_error_message="The kind is a word that nobody knows.",
        )
    ],
    "OldImportChange": [
        models.CheckConstraint(
            condition=models.Q(("kind__in", ["taken_in", "taken_back", "brought_back"])),
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
    "PairTally": [
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
    "Player": [
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
                        "erased",
                    ],
                )
            ),
            name="player_change_kind_is_known",
            violation_error_message="The kind is a word that nobody knows.",
        )
    ],
    "Protest": [
        models.CheckConstraint(
            condition=models.Q(("decision__in", ["", "upheld", "dismissed", "withdrawn"])),
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
    "Result": [
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
    ],
    "Round": [
        models.CheckConstraint(
            condition=models.Q(("state__in", ["proposed", "drawn", "closed", "cancelled"])),
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
                models.Q(("drawn_at__isnull", False), ("state__in", ["drawn", "closed"])),
                _connector="OR",
            ),
            name="round_drawn_with_moment",
            violation_error_message="A round that is drawn says when, and no proposal does.",
        ),
        models.CheckConstraint(
            condition=models.Q(
                models.Q(("closed_at__isnull", False), ("state", "closed")),
                models.Q(models.Q(("state", "closed"), _negated=True), ("closed_at", None)),
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
            condition=models.Q(("ends_at", None), ("seconds_left", None), _connector="OR"),
            name="round_clock_runs_or_stands",
            violation_error_message="A clock runs to a moment or is held, not both.",
        ),
    ],
    "Ruling": [
        models.CheckConstraint(
            condition=models.Q(("kind__in", ["note", "warning", "points", "strokes", "out"])),
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
                ("entry__isnull", False), ("event_table__isnull", False), _connector="OR"
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
                models.Q(("withdrawn_at", None), ("withdrawn_by", ""), ("withdrawn_why", "")),
                models.Q(
                    ("withdrawn_at__isnull", False), models.Q(("withdrawn_why", ""), _negated=True)
                ),
                _connector="OR",
            ),
            name="ruling_withdrawn_with_reason",
            violation_error_message="What is withdrawn has a moment and a reason, and only that.",
        ),
    ],
    "SamePerson": [
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
    "SeriesChange": [
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
    "SeriesFinal": [
        models.CheckConstraint(
            condition=models.Q(("group__gte", 1)),
            name="series_final_group_from_one",
            violation_error_message="The group is 1 or more.",
        )
    ],
    "SeriesStage": [
        models.CheckConstraint(
            condition=models.Q(("number__gte", 1)),
            name="series_stage_number_from_one",
            violation_error_message="The number is 1 or more.",
        )
    ],
    "SheetTally": [
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
                    ("best", None), ("best_hand", None), ("worst", None), ("worst_hand", None)
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
    "Table": [
        models.CheckConstraint(
            condition=models.Q(("first_dealer__lt", models.F("players"))),
            name="table_first_dealer_sits_there",
            violation_error_message="Whoever deals first is one of those who sat down.",
        )
    ],
    "TableChange": [
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
    "TableLink": [
        models.CheckConstraint(
            condition=models.Q(("rights__in", ["write", "watch"])),
            name="table_link_rights_is_known",
            violation_error_message="The rights is a word that nobody knows.",
        ),
        models.CheckConstraint(
            condition=models.Q(("is_owners", False), ("rights", "write"), _connector="OR"),
            name="table_link_of_owner_writes",
            violation_error_message="The link of whoever opened the table writes.",
        ),
    ],
    "TieDecision": [
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
                models.Q(("withdrawn_at", None), ("withdrawn_by", ""), ("withdrawn_why", "")),
                models.Q(
                    ("withdrawn_at__isnull", False), models.Q(("withdrawn_why", ""), _negated=True)
                ),
                _connector="OR",
            ),
            name="tie_decision_withdrawn_with_reason",
            violation_error_message="What is withdrawn has a moment and a reason, and only that.",
        ),
    ],
    "TotalsVersion": [
        models.CheckConstraint(
            condition=models.Q(("number__gte", 1)),
            name="totals_version_number_from_one",
            violation_error_message="The number is 1 or more.",
        ),
        models.CheckConstraint(
            condition=models.Q(
                ("is_withdrawn", False), models.Q(("reason", ""), _negated=True), _connector="OR"
            ),
            name="totals_version_withdrawn_with_reason",
            violation_error_message="Totals that are taken back have a reason.",
        ),
    ],
    "YearTally": [
        models.CheckConstraint(
            condition=models.Q(("year__gte", 1)),
            name="year_tally_year_from_one",
            violation_error_message="The year is 1 or more.",
        )
    ],
}


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0015_first_confirmations")]

    operations = [
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
                ],
                max_length=10,
            ),
        ),
        migrations.AlterField(
            model_name="entry",
            name="status",
            field=models.CharField(
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
        migrations.AlterField(
            model_name="event",
            name="state",
            field=models.CharField(
                choices=[("setup", "Setup"), ("running", "Running"), ("final", "Final")],
                default="setup",
                max_length=8,
            ),
        ),
        migrations.AlterField(
            model_name="eventtable",
            name="counts",
            field=models.CharField(
                blank=True, choices=[("hands", "Hands"), ("totals", "Totals")], max_length=8
            ),
        ),
        migrations.AlterField(
            model_name="leaving",
            name="remedy",
            field=models.CharField(
                choices=[
                    ("inherited", "Inherited"),
                    ("outside", "Outside"),
                    ("short_handed", "Short Handed"),
                    ("void", "Void"),
                ],
                max_length=12,
            ),
        ),
        migrations.AlterField(
            model_name="oldimport",
            name="kind",
            field=models.CharField(
                choices=[("totals", "Totals"), ("hands", "Hands")], max_length=8
            ),
        ),
        migrations.AlterField(
            model_name="oldimportchange",
            name="kind",
            field=models.CharField(
                choices=[
                    ("taken_in", "Taken In"),
                    ("taken_back", "Taken Back"),
                    ("brought_back", "Brought Back"),
                ],
                max_length=16,
            ),
        ),
        migrations.AlterField(
            model_name="player",
            name="shown",
            field=models.CharField(
                choices=[("name", "Name"), ("initials", "Initials"), ("hidden", "Hidden")],
                default="name",
                max_length=8,
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
                    ("erased", "Erased"),
                ],
                max_length=24,
            ),
        ),
        migrations.AlterField(
            model_name="protest",
            name="decision",
            field=models.CharField(
                blank=True,
                choices=[
                    ("upheld", "Upheld"),
                    ("dismissed", "Dismissed"),
                    ("withdrawn", "Withdrawn"),
                ],
                max_length=10,
            ),
        ),
        migrations.AlterField(
            model_name="result",
            name="decided",
            field=models.CharField(
                blank=True,
                choices=[("average", "Average"), ("agreed", "Agreed"), ("annulled", "Annulled")],
                default="",
                max_length=8,
            ),
        ),
        migrations.AlterField(
            model_name="round",
            name="state",
            field=models.CharField(
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
        migrations.AlterField(
            model_name="ruling",
            name="kind",
            field=models.CharField(
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
        migrations.AlterField(
            model_name="serieschange",
            name="kind",
            field=models.CharField(
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
        migrations.AlterField(
            model_name="tablechange",
            name="kind",
            field=models.CharField(
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
        migrations.AlterField(
            model_name="tablelink",
            name="rights",
            field=models.CharField(choices=[("write", "Write"), ("watch", "Watch")], max_length=8),
        ),
        migrations.AlterField(
            model_name="tiedecision",
            name="kind",
            field=models.CharField(
                choices=[("playoff", "Playoff"), ("lot", "Lot"), ("seed", "Seed")], max_length=8
            ),
        ),
        AddConstraints(CONSTRAINTS),
    ]
