"""Stands in `tournaments.common.requests`."""

from tournaments.common.requests import LONGEST_COOKIE as LONGEST_COOKIE
from tournaments.common.requests import MOST_NAMES as MOST_NAMES
from tournaments.common.requests import NAMES_COOKIE as NAMES_COOKIE
from tournaments.common.requests import WHO_COOKIE as WHO_COOKIE
from tournaments.common.requests import account_of as account_of
from tournaments.common.requests import device_of as device_of
from tournaments.common.requests import names_known as names_known
from tournaments.common.requests import remember_device as remember_device
from tournaments.common.requests import remember_names as remember_names
from tournaments.common.requests import remember_who as remember_who
from tournaments.common.requests import who_uses as who_uses
