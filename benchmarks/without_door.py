"""The site as it would be without its front door, for benchmarks/hostile.py to compare with."""

from config.asgi import live, pages
from config.refusals import Receive, Scope, Send


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """Follow the server's life as the site does, and hand every request to a thread at once."""
    if scope["type"] == "lifespan":
        await live(receive, send)
    else:
        await pages(scope, receive, send)
