"""Django settings: one file, and the environment decides.

Without a SECRET_KEY in the environment the settings are those of one's own machine: a key and a
database are kept in `var/`, and the pages are answered over plain http to the local network.
With a SECRET_KEY, or when a server loads `config.asgi` or `config.wsgi`, they are those of a
public server: https alone, and a refusal to start when something is unsafe or missing.
"""

from __future__ import annotations

from pathlib import Path

import environ
from csp.constants import NONE, SELF

from accounts.limits import SignInLimits
from config.environment import (
    database,
    local_hosts,
    local_secret_key,
    machine_time_zone,
    mail,
    one_of,
    own_folder,
    refuse_unsafe,
)
from config.limits import Limits

BASE_DIR = Path(__file__).resolve().parent.parent
env = environ.Env()

SHEEPFOLD_VAR = Path(env.str("SHEEPFOLD_VAR", default=str(BASE_DIR / "var")))
SHEEPFOLD_LOCAL = env.bool("SHEEPFOLD_LOCAL", default="SECRET_KEY" not in env.ENVIRON)
SHEEPFOLD_PLAIN_HTTP = env.bool("SHEEPFOLD_PLAIN_HTTP", default=False)
SHEEPFOLD_TRUST_PROXY = env.bool("SHEEPFOLD_TRUST_PROXY", default=False)
# The proxies in front, as networks; only they are believed whose request they pass on.
SHEEPFOLD_PROXIES = env.list("SHEEPFOLD_PROXIES", default=[])
# Where phones in the same network reach a local start, set by it; empty where nobody knows.
SHEEPFOLD_NETWORK_ADDRESS = ""
# The two doors of a start with --https, set by it; 0 without.
SHEEPFOLD_HTTP_PORT = 0
SHEEPFOLD_HTTPS_PORT = 0
# With which code another device may make the first account, set by a start of one without any.
SHEEPFOLD_FIRST_CODE = ""
# More than these take the processor from each other: saves come later, not sooner.
SHEEPFOLD_THREADS = env.int("SHEEPFOLD_THREADS", default=6)
# What the front door lets in: sizes, seconds, how many at a time.
SHEEPFOLD_LIMITS = Limits.from_environment(env.int)
# Wrong tries at a password: how many, how long they count, how long the next one waits.
SHEEPFOLD_SIGN_INS = SignInLimits.from_environment(env.int)
# Of whom a second factor is asked: of nobody, of those who own a club, or of every account.
SHEEPFOLD_SECOND_FACTOR = one_of(env, "SHEEPFOLD_SECOND_FACTOR", ["off", "owners", "all"], "off")
# Who may have a club: whoever the server's owner makes one for, who asks for it, everybody.
SHEEPFOLD_CLUBS = one_of(env, "SHEEPFOLD_CLUBS", ["closed", "ask", "open"], "closed")
# Who answers for this site (name and address), and how he is asked; said on the privacy page.
SHEEPFOLD_OPERATOR = env.str("SHEEPFOLD_OPERATOR", default="")
SHEEPFOLD_CONTACT = env.str("SHEEPFOLD_CONTACT", default="")
# Who shows this may see the server's figures, also from elsewhere; empty for nobody.
SHEEPFOLD_METRICS_TOKEN = env.str("SHEEPFOLD_METRICS_TOKEN", default="")
# Where the server copies its database to, once an hour; empty where something else does it.
SHEEPFOLD_BACKUP = env.str("SHEEPFOLD_BACKUP", default="")
# From how many rounds on a rating is shown: where luck spreads 3.5 times as far as skill in a
# round, 30 rounds make it 71 parts the player and 29 parts the guess that everybody is average.
SHEEPFOLD_RATED_FROM = env.int("SHEEPFOLD_RATED_FROM", default=30)

DEBUG = env.bool("DEBUG", default=False)
SECRET_KEY = env.str("SECRET_KEY", default="")
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=[])
if SHEEPFOLD_LOCAL:
    SECRET_KEY = SECRET_KEY or local_secret_key(SHEEPFOLD_VAR)
    ALLOWED_HOSTS = [*ALLOWED_HOSTS, *local_hosts()]
else:
    refuse_unsafe(secret_key=SECRET_KEY, debug=DEBUG, allowed_hosts=ALLOWED_HOSTS)
HTTPS = not (SHEEPFOLD_LOCAL or SHEEPFOLD_PLAIN_HTTP)

INSTALLED_APPS = [
    "project_tools",
    "accounts",
    "tournaments.apps.TournamentsConfig",
    "simulation",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "allauth.account",  # asked for by the next one alone: none of its pages is mounted
    "allauth.mfa",
    "csp",
    "django_htmx",
]

# What every answer goes through, that of a live sheet too, which no other middleware sees.
BROWSER_POLICY = [
    "config.middleware.BrowserPolicyMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django.middleware.security.SecurityMiddleware",
]
MIDDLEWARE = [
    *BROWSER_POLICY,
    "config.statics.StaticMiddleware",
    "config.compressed.CompressedPages",
    "config.middleware.LanguageMiddleware",
    "config.middleware.SameSiteMiddleware",
    "config.middleware.SearchMiddleware",
    "config.middleware.PassMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "accounts.middleware.SignInMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "tournaments.site.factor_first.FactorFirst",
    # After the check of where a form comes from, which is made before the view as well.
    "tournaments.site.sent_again.SentForms",
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"

TEMPLATE_FILES = [
    "django.template.loaders.filesystem.Loader",
    "django.template.loaders.app_directories.Loader",
]
CACHED = "django.template.loaders.cached.Loader"
TEMPLATES = [
    {
        "BACKEND": "config.drawn.Templates",
        "NAME": "django",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            # A page and the parts of it that are fetched alone stand in one file.
            "libraries": {"partials": "template_partials.templatetags.partials"},
            "builtins": ["config.formats.filters"],
            "loaders": [("template_partials.loader.Loader", [(CACHED, TEMPLATE_FILES)])],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    }
]

DATABASES = {"default": database(env, SHEEPFOLD_VAR, SHEEPFOLD_THREADS)}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Signing in, for directors.
LOGIN_URL = "sign_in"
LOGIN_REDIRECT_URL = "clubs"
LOGOUT_REDIRECT_URL = "home"
# The second factor: kept by the library, asked for by pages of ours. Clocks of laptops are wrong.
MFA_ADAPTER = "accounts.second_factor.Keeper"
MFA_TOTP_TOLERANCE = 1  # so many steps of half a minute
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]

# Letters by e-mail: where they are handed in. Without it none are written, and links are shown.
MAIL = mail(env)
SHEEPFOLD_MAIL = bool(MAIL)
globals().update(MAIL)
EMAIL_TIMEOUT = 20  # seconds for one word of the mail server

# Of the program's own sentences, and of what it says to whoever starts it and in its log.
LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("de", "Deutsch"), ("et", "Eesti")]
# For who asks for none of them, and for what is made new.
SHEEPFOLD_LANGUAGE = one_of(
    env, "SHEEPFOLD_LANGUAGE", [code for code, _name in LANGUAGES], LANGUAGE_CODE
)
LOCALE_PATHS = [BASE_DIR / "locale"]
FORMAT_MODULE_PATH = "config.formats"
USE_I18N = True
TIME_ZONE = env.str("SHEEPFOLD_TIME_ZONE", default=machine_time_zone())
USE_TZ = True

# Static files: a public server and `manage.py start` send collected files under hashed names, which
# browsers keep; elsewhere, and with DEBUG, they are found where they lie.
SHEEPFOLD_COLLECTED = not DEBUG and env.bool("SHEEPFOLD_COLLECTED", default=not SHEEPFOLD_LOCAL)
STATIC_URL = "static/"
# What phones fetch to work without a network; `pack_kit` writes it there.
SHEEPFOLD_KIT = SHEEPFOLD_VAR / "kit"
STATICFILES_DIRS = [BASE_DIR / "static", SHEEPFOLD_KIT]
STATIC_ROOT = SHEEPFOLD_VAR / "static"
if SHEEPFOLD_LOCAL:
    own_folder(SHEEPFOLD_VAR)
    STATIC_ROOT.mkdir(parents=True, exist_ok=True)  # WhiteNoise warns where there is none
WHITENOISE_USE_FINDERS = not SHEEPFOLD_COLLECTED
WHITENOISE_KEEP_ONLY_HASHED_FILES = True
WHITENOISE_ALLOW_ALL_ORIGINS = False
WHITENOISE_MAX_AGE = 60 if SHEEPFOLD_COLLECTED else 0
STATIC_STORAGE = (
    "config.hashed.HashedFiles"
    if SHEEPFOLD_COLLECTED
    else "django.contrib.staticfiles.storage.StaticFilesStorage"
)
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": STATIC_STORAGE},
}

# Sizes: nobody uploads large files. The largest form is the grid for the hands of a paper sheet:
# sixty rows of some thirty inputs each.
DATA_UPLOAD_MAX_MEMORY_SIZE = 256 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 3_000
DATA_UPLOAD_MAX_NUMBER_FILES = 5

# Cookies and transport. The prefix makes browsers refuse the cookie from any other host or path.
COOKIE_PREFIX = "__Host-" if HTTPS else ""
SESSION_ENGINE = "config.sessions"
SESSION_COOKIE_AGE = 12 * 3600  # without a sign of life; a tournament day is long
SESSION_LONGEST = 30 * 24 * 3600  # in all
SESSION_SAVE_EVERY_REQUEST = True  # prolongs it; the engine writes only every few minutes
SESSION_COOKIE_NAME = f"{COOKIE_PREFIX}sheepfold_session"
SESSION_COOKIE_SECURE = HTTPS
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_NAME = f"{COOKIE_PREFIX}sheepfold_csrf"
CSRF_COOKIE_SECURE = HTTPS
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_FAILURE_VIEW = "config.errors.answer_old_form"
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])
LANGUAGE_COOKIE_NAME = f"{COOKIE_PREFIX}sheepfold_language"
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600
LANGUAGE_COOKIE_SECURE = HTTPS
LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SAMESITE = "Lax"
SECURE_SSL_REDIRECT = HTTPS
SECURE_REDIRECT_EXEMPT = ["^healthz$"]  # a machine that looks whether it runs asks beside the proxy
# So long browsers insist on https; names below this one may have nothing to do with us.
HSTS_SECONDS = env.int("SHEEPFOLD_HSTS_SECONDS", default=365 * 24 * 3600)
SECURE_HSTS_SECONDS = HSTS_SECONDS if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = env.bool("SHEEPFOLD_HSTS_SUBDOMAINS", default=False)
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if SHEEPFOLD_TRUST_PROXY else None
# Subdomains and the preload list are for the domain's owner to decide.
# A folder of static files may not have been written yet.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021", "staticfiles.W004"]

# What browsers may do with our pages. The headers that Django has no setting for are set in
# config/middleware.py. Not "no-referrer": with it browsers send "Origin: null" with every form,
# which the CSRF check rightly refuses; "same-origin" tells other sites just as little.
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "connect-src": [SELF],
        "font-src": [SELF],
        "manifest-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "object-src": [NONE],
        "frame-ancestors": [NONE],
    }
}

# Logs go to the console, and the secret part of a table link never gets there.
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "discreet": {
            "()": "config.logs.DiscreetFormatter",
            "format": "{asctime} {levelname} {name}: {message}",
            "style": "{",
        }
    },
    "filters": {"calm": {"()": "config.logs.Calm"}},
    "handlers": {
        "console": {"class": "logging.StreamHandler", "formatter": "discreet", "filters": ["calm"]}
    },
    "root": {"handlers": ["console"], "level": "INFO"},
    "loggers": {
        "django": {"handlers": [], "level": "INFO"},
        "django.server": {"handlers": [], "level": "INFO", "propagate": True},
    },
}
