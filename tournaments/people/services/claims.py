"""Which player of a club somebody with an account is: said by him, confirmed by a director.

Nothing of it touches a result: whoever is a player says as what he is shown, and gets what is kept
about him.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from uuid import UUID

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.events import Kind
from tournaments.common.actions import Refused, compare_sent, keep_sent, note_action
from tournaments.common.locks import lock_account, lock_club
from tournaments.models import Author, Claim, Player, PlayerChange
from tournaments.people.queries import OPEN_CLAIMS, account_of_player, claims_about
from tournaments.people.services.people import perform_at_person

MOST_OPEN = 5
"""So many clubs an account may ask at once."""
MOST_ABOUT_ONE = 5
"""So many accounts may wait to be the same player."""

CLAIMS_FOR = timedelta(days=30)
"""So long a claim waits for somebody to decide; and so long can be read why it was declined."""


@transaction.atomic
def claim(*, player: Player, user: User, note: str, submission: UUID) -> Claim:
    """Say that an account is a player; it waits for a director.

    The same form leads to the same claim again. Raises Refused.
    """
    lock_account(user.pk)  # whoever asks several clubs at once has one account
    lock_club(player.club_id)
    stored = Claim.objects.filter(submission=submission).first()
    if stored is not None:
        compare_sent()
        return stored
    known = Player.objects.filter(pk=player.pk, merged_into=None, erased_at=None).first()
    if known is None:
        raise Refused(_("The club does not know this player any more."))
    _refuse_more(known, user)
    made = Claim.objects.create(
        club_id=known.club_id, player=known, user=user, note=note, submission=submission
    )
    keep_sent()
    return made


def _refuse_more(player: Player, user: User) -> None:
    own = Claim.objects.filter(user=user)
    about = Claim.objects.filter(Q(player=player) | Q(player__merged_into=player))
    here = own.filter(OPEN_CLAIMS, club=player.club_id).first()
    if here is not None and here.state == Claim.WAITING:
        raise Refused(_("You have said already who you are in this club. Directors look at it."))
    if here is not None:
        raise Refused(_("Your account is another player of this club."))
    if about.filter(user=user, state=Claim.DECLINED).exists():
        raise Refused(_("The directors have declined it. Talk to them."))
    if account_of_player(player) is not None:
        raise Refused(_("Another account is this player already. Talk to the directors."))
    if own.filter(state=Claim.WAITING).count() >= MOST_OPEN:
        raise Refused(_("You wait for the answers of several clubs already."))
    if about.filter(state=Claim.WAITING).count() >= MOST_ABOUT_ONE:
        raise Refused(_("Several people say already that this is them. Talk to the directors."))


def confirm_claim(*, player: Player, key: int, by: Author, submission: UUID) -> None:
    """Say that an account is a player, as it claims; raises Refused."""

    def write(locked: Player) -> Sequence[PlayerChange]:
        asked = claims_about(locked).filter(pk=key).first()
        if asked is None:
            raise Refused(_("Nobody waits for that any more."))
        if asked.state == Claim.CONFIRMED:
            return []
        if account_of_player(locked) is not None:
            raise Refused(_("Another account is this player already. Take it away first."))
        asked.state, asked.decided_at = Claim.CONFIRMED, timezone.now()
        asked.save(update_fields=["state", "decided_at"])
        name = asked.user.username
        note_action(Kind.CLAIMED, club=locked.club, by=by, what=name)
        return [PlayerChange(kind="claimed", after=name)]

    perform_at_person(player, by, submission, write)


def decline_claim(*, player: Player, key: int, reason: str, by: Author, submission: UUID) -> None:
    """Say that an account is not the player that it claims to be, and why.

    The history of the player does not name whoever it was; the claim is gone after some days.
    """

    def write(locked: Player) -> Sequence[PlayerChange]:
        asked = claims_about(locked).filter(pk=key, state=Claim.WAITING).first()
        if asked is None:
            return []
        asked.state, asked.decided_at, asked.reason = Claim.DECLINED, timezone.now(), reason
        asked.save(update_fields=["state", "decided_at", "reason"])
        return [PlayerChange(kind="declined", reason=reason)]

    perform_at_person(player, by, submission, write)


def end_claim(*, player: Player, key: int, by: Author, submission: UUID, reason: str = "") -> None:
    """Let an account be a player no more, or take back that it says so.

    By a director or by whoever it is. What he chose as a player stays so.
    """

    def write(locked: Player) -> Sequence[PlayerChange]:
        found = claims_about(locked).filter(pk=key).first()
        if found is None:
            return []
        found.delete()
        if found.state == Claim.WAITING:
            return []
        name = found.user.username
        note_action(Kind.UNCLAIMED, club=locked.club, by=by, what=name)
        return [PlayerChange(kind="unclaimed", before=name, reason=reason)]

    perform_at_person(player, by, submission, write)


def forget_old_claims() -> int:
    """Delete those that nobody has decided on, or that were declined long ago; how many."""
    before = timezone.now() - CLAIMS_FOR
    unanswered = Q(state=Claim.WAITING, made_at__lt=before)
    declined = Q(state=Claim.DECLINED, decided_at__lt=before)
    return Claim.objects.filter(unanswered | declined).delete()[0]


def erase_claims(records: Sequence[int], instead: str) -> None:
    """Let no account lead to a person any more who is being erased.

    What he did himself as this player, such as saying as what he is shown, names him no more.
    """
    about = PlayerChange.objects.filter(player__in=records)
    said = about.filter(kind__in=("claimed", "unclaimed"))
    accounts = {name for pair in said.values_list("before", "after") for name in pair if name}
    own = about.filter(Q(user__username__in=accounts) | Q(account__in=accounts))
    own.update(user=None, who=instead, account=instead)
    said.filter(kind="claimed").update(after=instead)
    said.filter(kind="unclaimed").update(before=instead)
    Claim.objects.filter(player__in=records).delete()
