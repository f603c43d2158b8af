"""Stands in `tournaments.common.names`."""

from tournaments.common.names import Called as Called
from tournaments.common.names import NameIndex as NameIndex
from tournaments.common.names import Words as Words
from tournaments.common.names import bare as bare
from tournaments.common.names import begins as begins
from tournaments.common.names import folded as folded
from tournaments.common.names import found_by as found_by
from tournaments.common.names import likeness as likeness
from tournaments.common.names import name_order as name_order
from tournaments.common.names import told_apart as told_apart
