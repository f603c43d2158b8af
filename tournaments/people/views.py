"""The people of a club, for its directors: the list, who is who, one person, merging, erasing."""

from __future__ import annotations

from django.core.exceptions import BadRequest
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.common.access import ClubAccess, club_needs
from tournaments.common.actions import UNPROCESSABLE, Attempt, new_form_token
from tournaments.common.asked_again import asked_again
from tournaments.common.codes import code_for
from tournaments.common.names import Called, name_order, told_apart
from tournaments.common.requests import PLACE, outside_address, read_key
from tournaments.common.rights import Right
from tournaments.models import Player
from tournaments.people.forms import (
    AliasForm,
    DeclineForm,
    EraseForm,
    PlayerForm,
    ReasonForm,
    ShownForm,
    WhoForm,
    label_of,
    meant_by,
)
from tournaments.people.queries import (
    LINK_FOR,
    MOST_PAIRS,
    MOST_PROPOSED,
    OtherName,
    aliases_of,
    alike,
    brought_by,
    claims_about,
    claims_in,
    club_players,
    known_names,
    likely_duplicates,
    link_secret,
    looked_up,
    names_left,
    namesakes_on_sheets,
    people_in,
    person_history,
    sheets_to_count,
    unknown_names,
    why_two,
    with_more,
)
from tournaments.people.services.claims import confirm_claim, decline_claim, end_claim
from tournaments.people.services.erasing import erase, erased_name
from tournaments.people.services.people import (
    NotSaid,
    add_alias,
    add_player,
    catch_up,
    change_player,
    match_anew,
    merge,
    remove_alias,
    say_who,
    show_as,
    tell_apart,
    unmerge,
)

# The list of the players whom the club knows.

PAGE = 50
SHORTEST_NAME = 3


@club_needs(Right.PEOPLE)
@require_safe
def players(request: HttpRequest, access: ClubAccess) -> HttpResponse:
    """Everybody whom the club knows, found as one types."""
    typed = request.GET.get("q", "").strip()[:80]
    people = club_players(access.club.pk)
    pages = Paginator(looked_up(typed, people), PAGE)
    # What the list that was just taken in came to.
    taken = [read_key(request.GET.get(name), PLACE) for name in ("new", "known")]
    context = {
        "access": access,
        "typed": typed,
        "everybody": len(people),
        "page": pages.get_page(request.GET.get("page")),
        "taken": None if None in taken else taken,
    }
    is_part = request.htmx and request.htmx.target == "found"  # type: ignore[attr-defined]
    template = "people/players.html#found" if is_part else "people/players.html"
    return render(request, template, context)


@club_needs(Right.PEOPLE)
@require_http_methods(["GET", "HEAD", "POST"])
def new_player(request: HttpRequest, access: ClubAccess) -> HttpResponse:
    """Take somebody in whom the club does not know yet."""
    if request.method != "POST":
        return _player_form_page(
            request, access, PlayerForm(initial={"name": request.GET.get("name", "")})
        )
    form = PlayerForm(request.POST)
    if form.is_valid():
        with Attempt(form, field="name"):
            added = add_player(club=access.club, **form.cleaned_data)
            return redirect(f"{reverse('players', args=[access.club.pk])}?added={added.pk}")
    return _player_form_page(request, access, form)


@club_needs(Right.PEOPLE)
@require_http_methods(["GET", "HEAD", "POST"])
def player(request: HttpRequest, access: ClubAccess, player_id: int) -> HttpResponse:
    """Write a name, a home place or groups in another way."""
    known = get_object_or_404(people_in(access.club.pk), pk=player_id)
    kept = {"name": known.name, "home": known.home, "groups": ", ".join(known.groups)}
    if request.method != "POST":
        return _player_form_page(request, access, PlayerForm(initial=kept), known)
    form = PlayerForm(request.POST, initial=kept)
    if form.is_valid():
        with Attempt(form, field="name"):
            change_player(player=known, **access.signed(request.POST), **form.cleaned_data)
            return redirect("players", access.club.pk)
    return _player_form_page(request, access, form, known)


@club_needs(Right.PEOPLE)
@require_safe
def alike_players(request: HttpRequest, access: ClubAccess) -> HttpResponse:
    """Who is like the name that is being typed: a part of a page, to tap in or to look at."""
    prefix = request.GET.get("prefix", "")
    name = request.GET.get(f"{prefix}-name" if prefix else "name", "").strip()[:80]
    people = known_names(access.club.pk) if len(name) >= SHORTEST_NAME else []
    besides = request.GET.get("besides", "")
    found = [known for known in alike(name, people) if str(known.pk) != besides]
    context = {"access": access, "prefix": prefix, "proposed": found[:MOST_PROPOSED], "answer": ""}
    return render(request, "people/players_alike.html", context)


def _player_form_page(
    request: HttpRequest, access: ClubAccess, form: PlayerForm, known: Player | None = None
) -> HttpResponse:
    people = known_names(access.club.pk) if form.is_bound and not known else []
    proposed = alike(form.data.get("name", ""), people)[:MOST_PROPOSED] if people else []
    context = {
        "access": access,
        "form": form,
        "known": known,
        "proposed": proposed,
        "problems": [(one.name, one.label, text) for one in form for text in one.errors],
        "form_token": new_form_token(0),
    }
    status = UNPROCESSABLE if form.is_bound else 200
    return render(request, "people/players_one.html", context, status=status)


# Who is who in a club: names on its sheets that are nobody's, and people who may be one.

NAMES = 20
PEOPLE = 25


@club_needs(Right.PEOPLE)
@require_http_methods(["GET", "HEAD", "POST"])
def record_people(request: HttpRequest, access: ClubAccess) -> HttpResponse:
    """Names that are nobody's yet, likely duplicates, everybody; or what is said about names."""
    if request.method != "POST":
        return _people_page(request, access, None)
    sent = access.signed(request.POST)
    form = WhoForm(request.POST, club_players(access.club.pk))
    if form.is_valid:
        try:
            say_who(club=access.club, said=form.said, **sent)
        except NotSaid as refused:
            form.refused(refused.problems)
        else:
            catch_up(access.club)
            return redirect("record_people", access.club.pk)
    return _people_page(request, access, form)


@club_needs(Right.PEOPLE)
@require_POST
def count_on(request: HttpRequest, access: ClubAccess) -> HttpResponse:
    """Count the next sheets on which stand names that a director has said something about."""
    left = catch_up(access.club)
    if not request.htmx:  # type: ignore[attr-defined]
        return redirect("record_people", access.club.pk)
    typed = read_key(request.POST.get("total"), PLACE)
    total = left if typed is None else typed
    context = {"access": access, **counting(left, max(total, left))}
    return render(request, "people/people_counting.html", context)


@club_needs(Right.PEOPLE)
@require_POST
def two_people(request: HttpRequest, access: ClubAccess) -> HttpResponse:
    """Two who look alike are two people: they are not proposed again."""
    one, other = (
        get_object_or_404(Player, pk=read_key(request.POST.get(name)) or 0, club=access.club)
        for name in ("one", "other")
    )
    sent = access.signed(request.POST)
    with Attempt():
        tell_apart(player=one, other=other, **sent)
        return redirect("record_people", access.club.pk)
    return _people_page(request, access, None)  # one was erased meanwhile: it says how it is now


def counting(left: int, total: int) -> dict[str, object]:
    """How far the counting is, for the part of a page that goes on with it."""
    return {"left": left, "total": total, "done": total - left, "goes_on": True}


def _people_page(request: HttpRequest, access: ClubAccess, form: WhoForm | None) -> HttpResponse:
    typed = request.GET.get("q", "").strip()[:80]
    people = club_players(access.club.pk)
    found = unknown_names(access.club)
    names = Paginator(found, NAMES).get_page(request.GET.get("names"))
    pairs = likely_duplicates(access.club, people)
    left = len(sheets_to_count(access.club))
    answered = {row.name: row for row in form.rows} if form else {}
    context = {
        "access": access,
        "here": "record_people",
        "typed": typed,
        "names": names,
        "rows": [(one, answered.get(one.name)) for one in with_more(list(names), people)],
        "problems": [row for row in form.rows if row.problem] if form else [],
        "labels": [label_of(known) for known in people],
        "claims": claims_in(access.club.pk),
        "pairs": [(pair, new_form_token(0)) for pair in pairs[:MOST_PAIRS]],
        "more_pairs": len(pairs) - MOST_PAIRS,
        "everybody": len(people),
        "page": Paginator(looked_up(typed, people), PEOPLE).get_page(request.GET.get("page")),
        **counting(left, left),
        "form_token": new_form_token(0),
    }
    status = UNPROCESSABLE if form else 200
    return render(request, "people/people.html", context, status=status)


# One person of a club: names, as what everybody sees it, what was done.


@club_needs(Right.PEOPLE)
@require_http_methods(["GET", "HEAD", "POST"])
def person(request: HttpRequest, access: ClubAccess, player_id: int) -> HttpResponse:
    """Everything about one person; name, home place and groups can be written in another way.

    The address of a merged record leads to the one that was kept.
    """
    player = get_object_or_404(Player, pk=player_id, club=access.club)
    if player.merged_into_id is not None:
        return redirect("record_person", access.club.pk, player.merged_into_id)
    if request.method != "POST":
        return person_page(request, access, player)
    form = PlayerForm(request.POST)
    sent = access.signed(request.POST)
    if form.is_valid():
        with Attempt(form, field="name"):
            change_player(player=player, **sent, **form.cleaned_data)
            return redirect("record_person", access.club.pk, player.pk)
    return person_page(request, access, player, form=form)


@club_needs(Right.PEOPLE)
@require_POST
def person_alias(request: HttpRequest, access: ClubAccess, player_id: int) -> HttpResponse:
    """Write down another name of somebody, or take one away."""
    player = _known(access, player_id)
    sent = access.signed(request.POST)
    if request.POST.get("deed") == "remove":
        name = request.POST.get("name", "")
        with Attempt() as attempt:
            remove_alias(player=player, name=name, **sent)
            match_anew(player=player, name=name)
            return redirect("record_person", access.club.pk, player.pk)
        return person_page(request, access, player, refused=attempt.sentence)
    form = AliasForm(request.POST)
    if form.is_valid():
        with Attempt(form, field="name"):
            add_alias(player=player, **sent, **form.cleaned_data)
            catch_up(access.club)
            return redirect("record_person", access.club.pk, player.pk)
    return person_page(request, access, player, alias=form)


@club_needs(Right.PEOPLE)
@require_POST
def person_match(request: HttpRequest, access: ClubAccess, player_id: int) -> HttpResponse:
    """Give the next sheets back on which somebody stands under a name that is not his."""
    player = _known(access, player_id)
    name = request.POST.get("name", "")[:40]
    left = OtherName(name, match_anew(player=player, name=name))
    if not request.htmx:  # type: ignore[attr-defined]
        return redirect("record_person", access.club.pk, player.pk)
    context = {"access": access, "player": player, "name": left, "goes_on": True}
    return render(request, "people/person_names.html#person_left", context)


@club_needs(Right.PEOPLE)
@require_POST
def person_shown(request: HttpRequest, access: ClubAccess, player_id: int) -> HttpResponse:
    """Show somebody with the name, with initials only, or not at all."""
    player = _known(access, player_id)
    form = ShownForm(request.POST)
    sent = access.signed(request.POST)
    if form.is_valid():
        with Attempt(form, field="shown"):
            show_as(player=player, **sent, **form.cleaned_data)
            return redirect("record_person", access.club.pk, player.pk)
    return person_page(request, access, player, showing=form)


@club_needs(Right.PEOPLE)
@require_POST
@asked_again
def person_account(request: HttpRequest, access: ClubAccess, player_id: int) -> HttpResponse:
    """Say that an account is somebody, that it is not, or that it is no more."""
    player = _known(access, player_id)
    key = read_key(request.POST.get("key"))
    if key is None:
        raise BadRequest("key")
    sent, deed = access.signed(request.POST), request.POST.get("deed")
    if deed == "decline":
        form = DeclineForm(request.POST)
        if not form.is_valid():
            return person_page(request, access, player, declining=form, declined=key)
        decline_claim(player=player, key=key, **sent, **form.cleaned_data)
        return redirect("record_person", access.club.pk, player.pk)
    act = confirm_claim if deed == "confirm" else end_claim
    with Attempt() as attempt:
        act(player=player, key=key, **sent)
        return redirect("record_person", access.club.pk, player.pk)
    return person_page(request, access, player, refused=attempt.sentence)


@club_needs(Right.PEOPLE)
@require_safe
def person_link(request: HttpRequest, access: ClubAccess, player_id: int) -> HttpResponse:
    """A link with which somebody says that this is him, where his page is not for everybody."""
    player = _known(access, player_id)
    if player.erased_at is not None:
        raise Http404
    address = outside_address(request, reverse("claim_by_link", args=[link_secret(player)]))
    context = {
        "access": access,
        "here": "record_people",
        "player": player,
        "address": address,
        "code": code_for(address),
        "until": timezone.now() + LINK_FOR,
    }
    return render(request, "people/person_link.html", context)


def person_page(
    request: HttpRequest, access: ClubAccess, player: Player, **answered: object
) -> HttpResponse:
    """The page of one person; `answered` are the forms that came back with a problem."""
    player.refresh_from_db()
    kept = {"name": player.name, "home": player.home, "groups": ", ".join(player.groups)}
    others = [known for known in known_names(access.club.pk) if known.pk != player.pk]
    left = len(sheets_to_count(access.club))
    context = {
        "access": access,
        "here": "record_people",
        "player": player,
        "brought": brought_by(player),
        "form": PlayerForm(initial=kept),
        "alias": AliasForm(),
        "showing": ShownForm(initial={"shown": player.shown}),
        "aliases": [(one, new_form_token(0)) for one in aliases_of(player)],
        "claims": [(one, new_form_token(0)) for one in claims_about(player)],
        "names_left": names_left(player),
        "merged": [(brought_by(one), new_form_token(0)) for one in player.merged.all()],
        "labels": sorted(map(label_of, others), key=name_order),
        "history": person_history(player),
        **counting(left, left),
        "form_tokens": [new_form_token(0) for _each in range(5)],
        **answered,
    }
    status = UNPROCESSABLE if answered else 200
    return render(request, "people/person.html", context, status=status)


def _known(access: ClubAccess, player_id: int) -> Player:
    return get_object_or_404(Player, pk=player_id, club=access.club, merged_into=None)


# Two records that are one person's, and erasing somebody: what cannot be done by a slip.

MOST_FOUND = 12


@club_needs(Right.PEOPLE)
@require_http_methods(["GET", "HEAD", "POST"])
@asked_again
def merge_person(request: HttpRequest, access: ClubAccess, player_id: int) -> HttpResponse:
    """What would come together if somebody were another one; and let it be so."""
    player = get_object_or_404(Player, pk=player_id, club=access.club, erased_at=None)
    if player.merged_into_id is not None:
        return redirect("record_person", access.club.pk, player.merged_into_id)
    asked = request.POST if request.method == "POST" else request.GET
    key = read_key(asked.get("into"))
    others = people_in(access.club.pk).exclude(pk=player.pk)
    into = others.filter(pk=key).first() if key is not None else None
    if into is None:
        return _choose(request, access, player, asked.get("q", "").strip()[:90])
    is_sent = request.method == "POST"
    form = ReasonForm(request.POST if is_sent else None)
    if is_sent:
        sent = access.signed(request.POST)
        attempt = Attempt()
        if form.is_valid():
            with attempt:
                merge(player=player, into=into, **sent, **form.cleaned_data)
                return redirect("record_person", access.club.pk, into.pk)
        problem = attempt.sentence
    else:
        problem = why_two(player, into)
    both = [Called(one.pk, one.pk, one.name, one.home) for one in (player, into)]
    context = {
        "access": access,
        "here": "record_people",
        "player": player,
        "into": into,
        "called": list(told_apart(both).values()),
        "brings": brought_by(player),
        "has": brought_by(into),
        "form": form,
        "problem": problem,
        "form_token": new_form_token(0),
    }
    status = UNPROCESSABLE if is_sent else 200
    return render(request, "people/person_merge.html", context, status=status)


@club_needs(Right.PEOPLE)
@require_POST
def unmerge_person(request: HttpRequest, access: ClubAccess, player_id: int) -> HttpResponse:
    """Let a merged record be a person of its own again."""
    player = get_object_or_404(Player, pk=player_id, club=access.club)
    kept = player.merged_into or player
    sent = access.signed(request.POST)
    with Attempt() as attempt:
        for name in unmerge(player=player, **sent):
            match_anew(player=kept, name=name)
        return redirect("record_person", access.club.pk, kept.pk)
    return person_page(request, access, kept, refused=attempt.sentence)


@club_needs(Right.ERASE)
@require_http_methods(["GET", "HEAD", "POST"])
@asked_again
def erase_person(request: HttpRequest, access: ClubAccess, player_id: int) -> HttpResponse:
    """Erase somebody for good, after saying what that means."""
    player = get_object_or_404(Player, pk=player_id, club=access.club, merged_into=None)
    if player.erased_at is not None:
        return redirect("record_person", access.club.pk, player.pk)
    form = EraseForm(player, request.POST if request.method == "POST" else None)
    if form.is_bound:
        sent = access.signed(request.POST)
        if form.is_valid():
            with Attempt(form):
                erase(player=player, **sent, **form.cleaned_data)
                return redirect("record_person", access.club.pk, player.pk)
    context = {
        "access": access,
        "here": "record_people",
        "player": player,
        "form": form,
        "brought": brought_by(player),
        "instead": erased_name(player),
        "namesakes": namesakes_on_sheets(player),
        "form_token": new_form_token(0),
    }
    status = UNPROCESSABLE if form.is_bound else 200
    return render(request, "people/person_erase.html", context, status=status)


def _choose(request: HttpRequest, access: ClubAccess, player: Player, typed: str) -> HttpResponse:
    """Whom of several the typed name means; the preview at once where it is one."""
    others = [known for known in known_names(access.club.pk) if known.pk != player.pk]
    meant = meant_by(typed, others)
    if len(meant) == 1:
        address = reverse("merge_person", args=[access.club.pk, player.pk])
        return redirect(f"{address}?into={meant[0].pk}")
    found = meant or (looked_up(typed, others) if typed else [])
    context = {
        "access": access,
        "here": "record_people",
        "player": player,
        "typed": typed,
        "found": [(known, label_of(known)) for known in found[:MOST_FOUND]],
        "labels": sorted(map(label_of, others), key=name_order),
    }
    status = UNPROCESSABLE if request.method == "POST" else 200
    return render(request, "people/person_merge_whom.html", context, status=status)
