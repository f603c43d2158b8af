"""How much one visitor, and all of them together, may ask of the server at a time."""

from __future__ import annotations

from dataclasses import dataclass

from accounts.limits import Numbers


@dataclass(frozen=True)
class Limits(Numbers):
    """The numbers of the front door."""

    PREFIX = "SHEEPFOLD_DOOR_"

    form_bytes: int = 300_000
    old_records_bytes: int = 2_500_000
    event_file_bytes: int = 100_500_000
    body_seconds: int = 15
    body_bytes_per_second: int = 50_000
    bodies_of_an_address: int = 200
    bytes_under_way: int = 64_000_000
    large_bodies: int = 2
    threads_kept: int = 3
    threads_for_sign_ins: int = 2
    waiting_of_a_pass: int = 60
    waiting_of_an_address: int = 600
    waiting_in_all: int = 2_000
    longest_wait_seconds: int = 10
    own_tables_of_an_address: int = 40
    accounts_of_an_address: int = 20
    accounts_in_an_hour: int = 20
    registrations_of_an_address: int = 40
    registrations_in_an_hour: int = 60
    imports_of_an_address: int = 10
    imports_in_an_hour: int = 30
    unknown_links_of_an_address: int = 60
    unknown_links_in_an_hour: int = 600
    address_bytes: int = 8_000
    streams_of_an_address: int = 400
    streams_of_a_pass: int = 60
    streams_in_all: int = 4_000
    streams_kept: int = 1_000
