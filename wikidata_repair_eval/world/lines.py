"""Cut a stream of text into blocks of whole lines."""

from collections.abc import Iterator

from wikidata_repair_eval.world.streams import Readable


def line_blocks(text: Readable, size: int) -> Iterator[bytes]:
    """Blocks of about `size` bytes that end with a line's end; only the very last may end without one."""
    pieces: list[bytes | memoryview] = []
    while data := text.read(size):
        border = data.rfind(b"\n") + 1
        if not border:  # a line longer than a block: keep collecting
            pieces.append(data)
            continue
        pieces.append(memoryview(data)[:border])  # joining copies once, slicing first would copy twice
        yield b"".join(pieces)
        pieces = [data[border:]] if border < len(data) else []
    if pieces:
        yield b"".join(pieces)


def rest_of_line(text: Readable, size: int = 64 * 1024) -> bytes:
    """What is left of the line that the stream stands in, its end included, or all that is left."""
    pieces = []
    while data := text.read(size):
        border = data.find(b"\n") + 1
        if border:
            pieces.append(data[:border])
            break
        pieces.append(data)
    return b"".join(pieces)
