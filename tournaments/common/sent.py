"""Stands in `tournaments.common.actions`."""

from tournaments.common.actions import Said as Said
from tournaments.common.actions import SaidOtherwise as SaidOtherwise
from tournaments.common.actions import begin_answer as begin_answer
from tournaments.common.actions import compare_sent as compare_sent
from tournaments.common.actions import compares_itself as compares_itself
from tournaments.common.actions import find_sent as find_sent
from tournaments.common.actions import keep_answer as keep_answer
from tournaments.common.actions import keep_sent as keep_sent
from tournaments.common.actions import no_form as no_form
