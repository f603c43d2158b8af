"""Who is answered next, when more is asked for than there are threads.

Everybody who waits stands in a queue of his own, and the queues take turns: whoever asks for a
thousand pages waits for himself. Some threads are kept for those who were let in before.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable, Hashable
from typing import Any

from django.utils.translation import gettext_lazy as _

from config.limits import Limits
from config.refusals import HungUp, Refused

TRUSTED, KNOWN_SIGN_INS, STRANGERS, SIGN_INS = range(4)
AGAIN_AFTER = 2  # seconds

Turn = asyncio.Future[None]


class Lane:
    """Queues that share what one kind of visitor may have of the threads."""

    def __init__(self, most: int) -> None:
        self.most = max(1, most)
        self.busy = 0
        self.queues: OrderedDict[Hashable, deque[Turn]] = OrderedDict()

    def next(self) -> Turn:
        """The first of the queue whose turn it is, which goes to the end."""
        flow, queue = self.queues.popitem(last=False)
        turn = queue.popleft()
        if queue:
            self.queues[flow] = queue
        return turn

    def remove(self, flow: Hashable, turn: Turn) -> None:
        """Take out whoever waits no longer."""
        queue = self.queues.get(flow)
        if queue is not None and turn in queue:
            queue.remove(turn)
            if not queue:
                del self.queues[flow]


class Turns:
    """Gives the threads to those who wait."""

    def __init__(self, threads: int, limits: Limits) -> None:
        self._limits = limits
        self._threads = threads
        self._for_others = max(1, threads - limits.threads_kept)
        """How many whoever was not let in before may hold."""
        sign_ins = min(self._for_others, limits.threads_for_sign_ins)
        self._lanes = [Lane(threads - 1), Lane(sign_ins), Lane(self._for_others), Lane(sign_ins)]
        self.waiting = 0

    @property
    def busy(self) -> int:
        """How many threads are at work."""
        return sum(each.busy for each in self._lanes)

    def has_room(self, lane: int, flow: Hashable) -> bool:
        """Whether one more may join that queue."""
        queue = self._lanes[lane].queues.get(flow)
        limits = self._limits
        is_one_browser = lane in (TRUSTED, KNOWN_SIGN_INS)
        most = limits.waiting_of_a_pass if is_one_browser else limits.waiting_of_an_address
        return queue is None or len(queue) < most

    async def take(
        self, lane: int, flow: Hashable, hung_up: Callable[[], Awaitable[object]]
    ) -> None:
        """Wait for one's turn; raises Refused when there is none, HungUp when nobody waits."""
        mine = self._lanes[lane]
        if not mine.queues and self._is_free(mine):
            mine.busy += 1
            return
        turn = self._join(lane, flow)
        gone = asyncio.ensure_future(hung_up())
        try:
            either: set[asyncio.Future[Any]] = {turn, gone}
            seconds = self._limits.longest_wait_seconds
            await asyncio.wait(either, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        except BaseException:
            if turn.done() and not turn.exception():
                self.give_back(lane)
            raise
        finally:
            self.waiting -= 1
            mine.remove(flow, turn)
            is_gone = gone.done()
            gone.cancel()
        if turn.done():
            turn.result()
        elif is_gone:
            raise HungUp
        else:
            raise crowded()

    def give_back(self, lane: int) -> None:
        """A thread is free again: the next ones have it."""
        self._lanes[lane].busy -= 1
        for each in self._lanes:
            while each.queues and self._is_free(each):
                turn = each.next()
                if not turn.done():
                    each.busy += 1
                    turn.set_result(None)

    def _is_free(self, lane: Lane) -> bool:
        others = self.busy - self._lanes[TRUSTED].busy
        is_allowed = lane is self._lanes[TRUSTED] or others < self._for_others
        return self.busy < self._threads and lane.busy < lane.most and is_allowed

    def _join(self, lane: int, flow: Hashable) -> Turn:
        if not self.has_room(lane, flow):
            raise Refused(
                429,
                _(
                    "Your device or network asks for very much at this moment: "
                    "wait a few seconds and try again."
                ),
                again_after=AGAIN_AFTER,
            )
        queues = self._lanes[lane].queues
        if self.waiting >= self._limits.waiting_in_all:
            self._send_one_away(len(queues.get(flow, ())))
        turn: Turn = asyncio.get_running_loop().create_future()
        queues.setdefault(flow, deque()).append(turn)
        self.waiting += 1
        return turn

    def _send_one_away(self, mine: int) -> None:
        """Make room: the last one of the longest queue goes, or the one who comes."""
        others = [queue for lane in self._lanes[1:] for queue in lane.queues.values()]
        longest = max(others, key=len, default=deque[Turn]())
        if len(longest) <= mine + 1:
            raise crowded()
        longest[-1].set_exception(crowded())
        longest.pop()


def crowded() -> Refused:
    """The refusal for whom there is no thread in time."""
    sentence = _("Very many people are here at this moment: wait a few seconds and try again.")
    return Refused(503, sentence, again_after=AGAIN_AFTER)
