"""What can go wrong on the wire, sorted by what the caller can do about it.

    NetError
      TransientError        a later run may help; nothing is known about what was asked
        ServerBusy            429, 503, maxlag, read-only ... until the deadline
        ConnectionTrouble     reset, timed out: the request may have arrived
          NoConnection          no connection could be made: nothing was sent
        CutBody               the body ended before its end
        UnreadableAnswer      HTML or garbage where JSON was promised
      PermanentError        a later run cannot help; the answer is known, or the request is wrong
        NotFound              404, 410
        Refused               400, 401, 403, 414, 415 and other refusals
        ForeignHost           a link or redirect to a host that the source file does not name
        BodyTooLarge          more bytes than we are willing to hold
        ApiError              an error inside an HTTP 200 answer
    RetryableAnswer         how a judge tells the client to ask again; callers never see it

Messages carry the host, the problem and the fix, and never a secret: addresses are scrubbed first.
"""

from wikidata_repair_eval.net.secrets import scrub_url


class NetError(Exception):
    """Something on the wire failed: where, what, and what to do."""

    def __init__(self, host: str, url: str, problem: str, fix: str) -> None:
        super().__init__(host, scrub_url(url), problem, fix)  # all four, so it survives pickling

    @property
    def host(self) -> str:
        return str(self.args[0])

    @property
    def url(self) -> str:
        return str(self.args[1])

    @property
    def problem(self) -> str:
        return str(self.args[2])

    def __str__(self) -> str:
        host, url, problem, fix = self.args[:4]
        return f"{host}: {problem} ({url}). Fix: {fix}."


class TransientError(NetError):
    """A rerun may help."""


class ServerBusy(TransientError):
    """The server asked us to come back later, until our deadline ended."""


class ConnectionTrouble(TransientError):
    """No connection, a reset, or no answer in time."""


class NoConnection(ConnectionTrouble):
    """Nobody was reached, so nothing was sent: whoever must not ask twice may still ask."""


class CutBody(TransientError):
    """The answer ended before its end."""


class UnreadableAnswer(TransientError):
    """HTML or garbage where something else was promised."""


class PermanentError(NetError):
    """A rerun cannot help."""


class NotFound(PermanentError):
    """The server says that there is no such thing (404, 410)."""


class ForeignHost(PermanentError):
    """A link or redirect leads to a host that the source file does not name."""


class BodyTooLarge(PermanentError):
    """The answer is larger than the limit."""


class Refused(PermanentError):
    """The server refuses this request for good."""

    def __init__(self, host: str, url: str, problem: str, fix: str, status: int = 0) -> None:
        super().__init__(host, url, problem, fix)
        self.args = (*self.args, status)

    @property
    def status(self) -> int:
        return int(self.args[4])


class ApiError(PermanentError):
    """An API error that came with HTTP 200, by its code."""

    def __init__(self, host: str, url: str, problem: str, fix: str, code: str = "", info: str = "") -> None:
        super().__init__(host, url, problem, fix)
        self.args = (*self.args, code, info)

    @property
    def code(self) -> str:
        return str(self.args[4])

    @property
    def info(self) -> str:
        return str(self.args[5])


class RetryableAnswer(Exception):
    """Raised by a judge: this answer is no answer, ask again (after `retry_after` seconds if given)."""

    def __init__(self, reason: str, retry_after: float | None = None, *, pause_everyone: bool = True) -> None:
        super().__init__(reason)
        self.reason = reason
        self.retry_after = retry_after
        self.pause_everyone = pause_everyone
