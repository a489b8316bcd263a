"""Keep secrets out of whatever is printed, logged, raised or stored. Headers are never shown at all."""

import re
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

MASK = "***"
SECRET_PARAMETERS = frozenset(
    {"access_token", "api_key", "apikey", "api-key", "auth", "authorization", "client_secret", "key"}
    | {"lgpassword", "lgtoken", "password", "secret", "token"}
)
# What keys look like, wherever they turn up: Tavily's, OpenAI's and its lookalikes', bearer headers.
SECRET_SHAPES = re.compile(r"tvly-[\w-]{4,}|\bsk-[\w-]{8,}|(?<=Bearer )\S{4,}|(?<=bearer )\S{4,}")


def names_a_secret(parameter: str) -> bool:
    return parameter.lower() in SECRET_PARAMETERS


def scrub(text: str, secrets: tuple[str, ...] = ()) -> str:
    """The text with every known secret and everything shaped like one masked."""
    for secret in secrets:
        if secret:
            text = text.replace(secret, MASK)
    return SECRET_SHAPES.sub(MASK, text)


def scrub_url(url: str) -> str:
    """The address without user names, passwords, key parameters and key shapes."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return scrub(url)
    host = parts.netloc.rpartition("@")[2]
    query = parts.query
    pairs = parse_qsl(query, keep_blank_values=True)
    if any(names_a_secret(name) for name, _ in pairs):
        query = urlencode(
            [(name, MASK if names_a_secret(name) else value) for name, value in pairs], safe="*"
        )
    return scrub(urlunsplit((parts.scheme, host, parts.path, query, parts.fragment)))
