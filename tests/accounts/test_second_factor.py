"""The second factor: switched on with an app, asked for after the password, counted."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from types import SimpleNamespace

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal import auth as totp
from django.contrib.auth.models import User
from django.core.management import call_command
from django.test import Client, override_settings
from django.utils import timezone

from accounts.models import SecurityEvent, SignInTry
from accounts.proofs import PROVED
from accounts.second_factor import NEW, WAITING, Keeper, codes_on_paper, take_code
from tests.accounts.conftest import LAPTOP, PASSWORD, PHONE, is_signed_in, noted, signs_in
from tests.answers import Answer
from tests.tables.conftest import words_of

SETUP, OFF = "/account/second-factor/", "/account/second-factor/off/"
PAPER = "/account/recovery-codes/"
SIGN_IN, CODE = "/sign-in/", "/sign-in/code/"
ELEVEN_MINUTES = 11 * 60
STEP = 30

pytestmark = pytest.mark.django_db

Waits = Callable[[int], None]


@pytest.fixture(autouse=True)
def waits(monkeypatch: pytest.MonkeyPatch) -> Waits:
    """Lets so many steps of half a minute pass for the app's codes; otherwise none do."""
    begun, passed = 1_800_000_000, 0
    clock = SimpleNamespace(time=lambda: begun + passed * STEP)
    monkeypatch.setattr(totp, "time", clock)

    def wait(steps: int) -> None:
        nonlocal passed
        passed += steps

    return wait


def code_of(secret: str, *, steps: int = 0) -> str:
    """What the app shows, so many steps from now."""
    now = int(totp.time.time()) // STEP
    return str(totp.format_hotp_value(totp.hotp_value(secret, now + steps)))


@pytest.fixture
def here(dora: User) -> Client:
    return signs_in()


@pytest.fixture
def secret(here: Client, waits: Waits) -> str:
    """That of Dora's app, which was switched on some time ago."""
    here.get(SETUP)
    secret: str = here.session[NEW]
    here.post(SETUP, {"code": code_of(secret)})
    waits(4)
    return secret


def knows_the_password(agent: str = LAPTOP, *, network: str = "192.0.2.1") -> Client:
    """A browser that waits for the code."""
    browser = Client(headers={"user-agent": agent}, REMOTE_ADDR=network)
    sent = {"username": "Dora", "password": PASSWORD, "next": "/clubs/?q=1"}
    assert browser.post(SIGN_IN, sent)["Location"] == CODE
    return browser


def types(browser: Client, code: str, **more: str) -> Answer:
    return browser.post(CODE, {"code": code} | more)


def kinds() -> list[str]:
    return [kind for kind, _what in noted()]


def lets_time_pass(browser: Client) -> None:
    session = browser.session
    session[PROVED] -= ELEVEN_MINUTES
    session.save()


def test_it_is_switched_on_with_the_first_code_and_ends_all_other_sign_ins(
    here: Client, dora: User
) -> None:
    there = signs_in(PHONE)
    page = here.get(SETUP)
    secret = here.session[NEW]
    groups = " ".join(re.findall("....", secret))
    assert groups in re.sub(r"\s+", " ", words_of(page))
    leads = f"otpauth://totp/Dora?secret={secret}&amp;issuer=Sheepfold%20testserver"
    assert leads in page.content.decode()
    assert "<svg" in page.content.decode()
    assert "no-store" in page.headers["Cache-Control"]
    wrong = here.post(SETUP, {"code": code_of(secret, steps=9)})
    assert wrong.status_code == 422
    assert "This code is not right" in words_of(wrong)
    assert here.session[NEW] == secret
    assert is_signed_in(there)
    assert not Authenticator.objects.exists()
    done = here.post(SETUP, {"code": code_of(secret)}, follow=True)
    shown = words_of(done)
    assert "The second factor is on." in shown
    assert all(code in shown for code in codes_on_paper(dora))
    assert len(codes_on_paper(dora)) == 10
    assert not is_signed_in(there)
    assert is_signed_in(here)
    assert NEW not in here.session
    assert noted() == [("factor_on", "sign-ins ended: 1")]
    assert secret not in str(Authenticator.objects.values_list("data", flat=True))
    again = here.post(SETUP, {"code": code_of(secret)})
    assert again.status_code == 200
    assert Authenticator.objects.filter(user=dora).count() == 2


def test_the_password_alone_signs_nobody_in(secret: str) -> None:
    browser = knows_the_password(PHONE)
    assert not is_signed_in(browser)
    page = browser.get(CODE)
    assert 'autocomplete="one-time-code"' in page.content.decode()
    assert types(browser, code_of(secret, steps=3)).status_code == 422
    assert not is_signed_in(browser)
    done = types(browser, code_of(secret))
    assert done["Location"] == "/clubs/?q=1"
    assert is_signed_in(browser)
    assert WAITING not in browser.session
    assert kinds() == ["factor_on", "wrong_code"]


@pytest.mark.parametrize("steps", [-1, 0, 1])
def test_a_clock_may_be_wrong_by_one_step(secret: str, steps: int) -> None:
    assert types(knows_the_password(), code_of(secret, steps=steps)).status_code == 302


@pytest.mark.parametrize("steps", [-2, 2])
def test_but_by_no_more(secret: str, steps: int) -> None:
    assert types(knows_the_password(), code_of(secret, steps=steps)).status_code == 422


def test_a_code_is_good_once_and_none_before_it(secret: str) -> None:
    seen, before = code_of(secret), code_of(secret, steps=-1)
    assert types(knows_the_password(), f" {seen[:3]} {seen[3:]} ").status_code == 302
    for code in (seen, before):
        again = types(knows_the_password(), code)
        assert again.status_code == 422
        assert "was used already" in words_of(again)


def test_a_code_on_paper_is_good_once_and_it_is_said_how_many_are_left(
    secret: str, dora: User
) -> None:
    [first, *others] = codes_on_paper(dora)
    browser = knows_the_password(PHONE)
    assert types(browser, first).status_code == 302
    assert codes_on_paper(dora) == others
    assert types(knows_the_password(), first.replace(" ", "")).status_code == 422
    refused, signed_in = SecurityEvent.objects.order_by("-pk")[:2]
    assert signed_in.what_said() == "with a recovery code, left: 9"
    assert refused.kind == "wrong_code"
    assert "Recovery codes left: 9" in words_of(browser.get("/account/"))


def test_whoever_waits_too_long_or_has_another_password_begins_anew(
    secret: str, dora: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    late, changed, off = (knows_the_password() for _ in range(3))
    session = late.session
    session[WAITING] = session[WAITING] | {"at": session[WAITING]["at"] - 601}
    session.save()
    assert types(late, code_of(secret))["Location"] == SIGN_IN
    User.objects.update(is_active=False)
    assert types(off, code_of(secret))["Location"] == SIGN_IN
    User.objects.update(is_active=True)
    dora.set_password("six dry umbrellas")
    dora.save()
    assert types(changed, code_of(secret))["Location"] == SIGN_IN
    assert not any(is_signed_in(each) for each in (late, changed, off))
    assert Client().get(CODE)["Location"] == SIGN_IN


def test_a_session_that_was_fixed_before_is_worth_nothing(secret: str) -> None:
    browser = knows_the_password()
    before = browser.session.session_key
    types(browser, code_of(secret))
    assert is_signed_in(browser)
    assert browser.session.session_key != before


def test_codes_are_counted_beside_passwords(secret: str, dora: User) -> None:
    guesser = knows_the_password(network="203.0.113.5")
    for number in range(10):
        # Whoever knows the password types it again and again; that wins him no try.
        guesser.post(SIGN_IN, {"username": "Dora", "password": PASSWORD})
        assert types(guesser, f"{number:06}").status_code == 422
    held = types(guesser, code_of(secret))
    assert held.status_code == 429
    assert int(held.headers["Retry-After"]) > 0
    assert kinds()[-1] == "held"
    assert knows_the_password(network="198.51.100.7")  # passwords are counted by themselves
    call_command("let_in", "Dora")
    assert types(guesser, code_of(secret)).status_code == 302


def test_in_a_known_browser_a_right_password_wins_no_try_either(secret: str, here: Client) -> None:
    here.post("/sign-out/")
    for number in range(20):  # ten as the browser that is known, ten more as any other
        here.post(SIGN_IN, {"username": "Dora", "password": PASSWORD})
        assert types(here, f"{number:06}").status_code == 422
    here.post(SIGN_IN, {"username": "Dora", "password": PASSWORD})
    assert types(here, code_of(secret)).status_code == 429


def test_a_right_code_forgets_the_wrong_ones_of_a_known_browser(secret: str, here: Client) -> None:
    here.post("/sign-out/")
    here.post(SIGN_IN, {"username": "Dora", "password": PASSWORD})
    types(here, "000000")
    assert SignInTry.objects.count() == 1
    types(here, code_of(secret))
    assert is_signed_in(here)
    assert not SignInTry.objects.exists()


def test_it_is_switched_off_with_a_proof_and_the_password_is_enough_again(
    secret: str, here: Client
) -> None:
    there = knows_the_password(PHONE)
    types(there, code_of(secret))
    lets_time_pass(here)
    asked = here.post(OFF)
    assert asked.status_code == 422
    assert "Your password, or a code of the second factor" in words_of(asked)
    assert Authenticator.objects.exists()
    done = here.post(OFF, {"proof": PASSWORD}, follow=True)
    assert "The second factor is off." in words_of(done)
    assert not Authenticator.objects.exists()
    assert is_signed_in(here)
    assert not is_signed_in(there)
    assert is_signed_in(signs_in(PHONE))
    assert kinds() == ["factor_on", "factor_off"]
    here.post(OFF)
    assert kinds() == ["factor_on", "factor_off"]


def test_a_code_is_as_good_a_proof_as_the_password(secret: str, here: Client, dora: User) -> None:
    lets_time_pass(here)
    for wrong in ("123456", "1234 5678", "123"):
        assert here.post(OFF, {"proof": wrong}).status_code == 422
    assert here.post(OFF, {"proof": code_of(secret)}).status_code == 302
    assert not Authenticator.objects.exists()


def test_what_is_secret_is_shown_only_to_whoever_has_proved_it(secret: str, here: Client) -> None:
    for address in (SETUP, PAPER):
        lets_time_pass(here)
        asked = here.get(address)
        assert asked.status_code == 200
        assert "Your password once more" in words_of(asked)
        assert here.post(address, {"proof_to_look": "yes", "proof": "wrong"}).status_code == 422
        looked = here.post(address, {"proof_to_look": "yes", "proof": PASSWORD})
        assert looked["Location"] == address
        assert "Your password once more" not in words_of(here.get(address))


def test_new_codes_on_paper_take_the_place_of_those_before(
    secret: str, here: Client, dora: User
) -> None:
    before = codes_on_paper(dora)
    shown = words_of(here.post(PAPER, follow=True))
    assert "These are new" in shown
    assert not set(before) & set(codes_on_paper(dora))
    assert types(knows_the_password(), before[0]).status_code == 422
    assert types(knows_the_password(), codes_on_paper(dora)[0]).status_code == 302
    assert "recovery_codes" in kinds()


def test_nobody_without_it_has_codes_on_paper(here: Client) -> None:
    assert here.get(PAPER)["Location"] == here.post(PAPER)["Location"] == "/account/"
    assert not Authenticator.objects.exists()


def test_with_another_key_of_the_installation_no_code_is_right(
    secret: str, here: Client, dora: User
) -> None:
    code = code_of(secret)
    with override_settings(SECRET_KEY="another key of fifty characters and more, by no chance"):
        assert take_code(dora, code) == ""
        assert codes_on_paper(dora) == []
    assert take_code(dora, code) == "totp"
    assert Keeper().decrypt(Keeper().encrypt("abc")) == "abc"


def test_the_account_is_told_when_few_are_left(secret: str, here: Client, dora: User) -> None:
    for code in codes_on_paper(dora)[:7]:
        assert take_code(dora, code) == "recovery_codes"
        assert "Few recovery codes" not in words_of(here.get("/account/"))
    take_code(dora, codes_on_paper(dora)[0])
    assert "Few recovery codes are left" in words_of(here.get("/account/"))
    used_at = Authenticator.objects.get(type="recovery_codes").last_used_at
    assert timezone.now() - used_at < timedelta(minutes=1)
