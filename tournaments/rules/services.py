"""What directors do about the house rules of their club: each deed once, and written down."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from scoring import find_ruleset, resolve_options
from tournaments.common.actions import ActionReused, Refused, compare_sent, keep_changes, run_action
from tournaments.common.locks import lock_club
from tournaments.models import Author, Club, HouseRules, HouseRulesChange
from tournaments.rules.queries import differing


def write_rules(
    *, club: Club, name: str, ruleset: str, options: Mapping[str, Any], by: Author, submission: UUID
) -> HouseRules:
    """Give house rules a name; the same submission leads to the same ones.

    `options`: in what they differ from the usual ones. Raises Refused where the club has something
    of that name already, HandProblem for options that the game does not know.
    """
    game = find_ruleset(ruleset)
    kept = differing(game, resolve_options(game, dict(options)))
    try:
        with transaction.atomic(durable=True):
            lock_club(club.pk)
            if HouseRulesChange.found(submission) is None:
                _refuse_taken(HouseRules.objects.filter(club=club), name)
            rules = HouseRules.objects.create(club=club, name=name, ruleset=ruleset, options=kept)
            written = HouseRulesChange(kind=HouseRulesChange.WRITTEN, options=kept)
            keep_changes([written], thing=rules, by=by, submission=submission)
    except IntegrityError:
        compare_sent()
        made = HouseRulesChange.found(submission)
        if made is None or made.house_rules.club_id != club.pk:
            raise ActionReused from None
        return made.house_rules
    return rules


def _refuse_taken(others: QuerySet[HouseRules], name: str) -> None:
    if others.filter(name__iexact=name).exists():
        raise Refused(_("The club has house rules of that name already."), field="name")


def _perform(
    rules: HouseRules,
    by: Author,
    submission: UUID,
    write: Callable[[HouseRules], HouseRulesChange | None],
) -> HouseRulesChange | None:
    """Do something about house rules under the lock of their club."""

    def lock(rules: HouseRules) -> HouseRules:
        lock_club(rules.club_id)
        return HouseRules.objects.get(pk=rules.pk)

    def write_one(locked: HouseRules) -> list[HouseRulesChange]:
        done = write(locked)
        return [] if done is None else [done]

    result = run_action(
        HouseRulesChange, rules, lock=lock, write=write_one, by=by, submission=submission
    )
    return result.change


def rewrite_rules(
    *,
    rules: HouseRules,
    options: Mapping[str, Any],
    seen_version: int,
    by: Author,
    submission: UUID,
) -> HouseRulesChange | None:
    """Write another version; None where nothing differs.

    Refused where somebody else has written one since `seen_version`.
    """

    def write(locked: HouseRules) -> HouseRulesChange | None:
        if locked.version != seen_version:
            raise Refused(
                _("Somebody has changed these house rules meanwhile. Look at them again.")
            )
        game = find_ruleset(locked.ruleset)
        kept = differing(game, resolve_options(game, dict(options)))
        if kept == locked.options:
            return None
        locked.options, locked.version = kept, locked.version + 1
        locked.save(update_fields=["options", "version"])
        return HouseRulesChange(kind=HouseRulesChange.WRITTEN, options=kept)

    return _perform(rules, by, submission, write)


def rename_rules(*, rules: HouseRules, name: str, by: Author, submission: UUID) -> None:
    """Give house rules another name; what is played under the old one goes on naming it so."""

    def write(locked: HouseRules) -> HouseRulesChange | None:
        before = locked.name
        if name == before:
            return None
        _refuse_taken(HouseRules.objects.filter(club=locked.club_id).exclude(pk=locked.pk), name)
        locked.name = name
        locked.save(update_fields=["name"])
        return HouseRulesChange(kind=HouseRulesChange.RENAMED, before=before, after=name)

    _perform(rules, by, submission, write)


def put_away(*, rules: HouseRules, by: Author, submission: UUID) -> None:
    """Offer these house rules to nobody any more; tables that are played under them go on."""

    def write(locked: HouseRules) -> HouseRulesChange | None:
        if locked.is_put_away:
            return None
        locked.is_put_away, locked.is_usual = True, False
        locked.save(update_fields=["is_put_away", "is_usual"])
        return HouseRulesChange(kind=HouseRulesChange.PUT_AWAY)

    _perform(rules, by, submission, write)


def bring_back(*, rules: HouseRules, by: Author, submission: UUID) -> None:
    """Offer them again."""

    def write(locked: HouseRules) -> HouseRulesChange | None:
        if not locked.is_put_away:
            return None
        locked.is_put_away = False
        locked.save(update_fields=["is_put_away"])
        return HouseRulesChange(kind=HouseRulesChange.BROUGHT_BACK)

    _perform(rules, by, submission, write)


def make_usual(*, rules: HouseRules, is_usual: bool, by: Author, submission: UUID) -> None:
    """Let the club's tables of this game begin with these house rules, or no more."""

    def write(locked: HouseRules) -> HouseRulesChange | None:
        if locked.is_usual == is_usual:
            return None
        if locked.is_put_away:
            raise Refused(_("These house rules are put away: bring them back first."))
        if is_usual:
            others = HouseRules.objects.filter(club=locked.club_id, ruleset=locked.ruleset)
            others.update(is_usual=False)
        locked.is_usual = is_usual
        locked.save(update_fields=["is_usual"])
        kind = HouseRulesChange.USUAL if is_usual else HouseRulesChange.NOT_USUAL
        return HouseRulesChange(kind=kind)

    _perform(rules, by, submission, write)
