"""Cut a stream of text into blocks of whole lines."""

from collections.abc import Iterator

from wikidata_repair_eval.world.streams import Readable


def line_blocks(text: Readable, size: int, carry: bytes = b"") -> Iterator[bytes]:
    """Blocks of about `size` bytes that end with a line's end; only the very last may end without one."""
    pieces = [carry] if carry else []
    held = len(carry)
    while data := text.read(size):
        border = data.rfind(b"\n") + 1
        if not border:  # a line longer than a block: keep collecting
            pieces.append(data)
            held += len(data)
            continue
        yield b"".join((*pieces, data[:border]))
        pieces, held = [data[border:]], len(data) - border
    if held:
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
