"""A series through its pages: made, its rules, stage after stage, its final, shown to everybody."""

from __future__ import annotations

from django.urls import reverse

from simulation.play.browser import Browser, Lost
from simulation.play.check_in import publishes
from tournaments.models import Club, Event, Series


def makes(director: Browser, club: Club, title: str, preset: str, **rules: object) -> Series:
    """Make a series and change what is to be otherwise in its rules; raises Lost."""
    address = reverse("new_series", args=[club.pk])
    director.must(address, director.form(address, address), title=title, preset=preset)
    series = Series.objects.filter(club=club).latest("pk")
    if rules:
        address = reverse("series_rules", args=[series.pk])
        director.must(address, director.form(address, address), **rules)
    return series


def adds(director: Browser, series: Series, event: Event) -> None:
    """Make an event of the club the next stage; raises Lost."""
    _at_desk(director, series, "add_stage", event=event.pk)


def makes_next(director: Browser, series: Series) -> Event:
    """The next stage, set up like the last one, and published; raises Lost."""
    _at_desk(director, series, "next_stage")
    event = series.stages.select_related("event").latest("number").event
    publishes(director, event)
    return event


def shows(director: Browser, series: Series) -> None:
    """Show the series to everybody; raises Lost."""
    _at_desk(director, series, "publish_series")


def makes_finals(director: Browser, series: Series, title: str, **settings: object) -> Event:
    """The event of the finals with whoever is in them entered, set up and published; raises Lost.

    `settings`: what else is typed into its form, the day and the time at least.
    """
    address = reverse("series_final", args=[series.pk])
    director.must(address, director.form(address, address), title=title)
    event = Series.objects.select_related("final").get(pk=series.pk).final
    if event is None:
        raise Lost(f"{address}: there is no final.")
    address = reverse("event_settings", args=[event.pk])
    director.must(address, director.form(address, address), **settings)
    publishes(director, event)
    return event


def _at_desk(director: Browser, series: Series, deed: str, **answers: object) -> None:
    desk, action = (reverse(name, args=[series.pk]) for name in ("series_desk", deed))
    director.must(action, director.form(desk, action), **answers)
