"""What the solver looks words up in, and the file that keeps it: made once for a lexicon and a set of chunks.

A file is named by all that it depends on and is checked by its sum when it is opened. It is written under another name
and then renamed, so several processes may make it at once, and none ever sees half of one.
"""

import hashlib
import mmap
import os
import struct
import sys
import tempfile
import zlib
from array import array
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from itertools import accumulate, chain
from pathlib import Path
from typing import Literal, NamedTuple

from service.lexicons.solver_tries import LETTERS, Trie, bags, chunk_symbols, grown, path

LONGEST_WORD = 32
"""Longer words of a lexicon are left out: no request may name one."""

VERSION = 1
"""Of the file's form; another number leaves the files of before alone and makes new ones."""

_MAGIC = b"ALETILES"
_FORMATS: tuple[Literal["Q", "I", "B"], ...] = ("Q", "I", "I", "I", "I", "Q", "I", "I", "I", "B")
_HEAD = struct.Struct(f"<8s32sI4x{len(_FORMATS)}Q")
_SUMMED = 48
"""Where the part of the file begins that its sum is taken of."""


class Index(NamedTuple):
    """Words by their letters and by their bags; the file that keeps them, None where they lie in this process alone.

    A number of `bags` is a class: the words that the same tiles spell. Classes and words are numbered in the order of
    the alphabet, a class by its first word; words of class C are words[starts[C]:starts[C + 1]], and the text of word
    W is text[begins[W]:begins[W + 1] - 1].
    """

    file: Path | None
    bags: Trie
    starts: "memoryview[int]"
    words: "memoryview[int]"
    paths: Trie
    begins: "memoryview[int]"
    text: str


def index_of(words: Callable[[], Iterable[str]], sha256: str, chunks: Sequence[str], folder: Path | None) -> Index:
    """Open the index of a lexicon and a set of chunks, made anew where `folder` has none that is sound.

    `words` is called only when the index is made; `sha256` is what names those words. Without a folder, or where it
    can't be written, the index lies in this process's memory alone.
    """
    identity = _identity(sha256, chunks)
    kept = None if folder is None else index_path(folder, sha256, identity)
    if kept is not None and (found := _opened(kept, identity)) is not None:
        return _parted(found, kept)
    made = _bytes_of(_made(words(), chunks), identity)
    if kept is not None:
        with suppress(OSError):
            _write(kept, made)
            if (found := _opened(kept, identity)) is not None:
                return _parted(found, kept)
    return _parted(memoryview(made), None)


def is_kept(sha256: str, chunks: Iterable[str], folder: Path | None) -> bool:
    """Tell whether `folder` has a file of such an index, sound or not."""
    identity = _identity(sha256, sorted(set(chunks)))
    return folder is not None and index_path(folder, sha256, identity).exists()


def _identity(sha256: str, chunks: Sequence[str]) -> bytes:
    """Return what tells an index from all others; `chunks` are distinct and sorted."""
    named = (VERSION, sys.byteorder, LETTERS, LONGEST_WORD, sha256, tuple(chunks))
    return hashlib.sha256(repr(named).encode()).digest()


def index_path(folder: Path, sha256: str, identity: bytes) -> Path:
    """Return where the index lies: a name that tells the lexicon, and then all else."""
    return folder / f"{sha256[:16]}-{identity.hex()[:16]}.tiles"


def _made(words: Iterable[str], chunks: Sequence[str]) -> list["array[int] | memoryview[int] | bytes"]:
    """Return the sections of the file in their order."""
    known = sorted({word for word in words if len(word) <= LONGEST_WORD})
    symbols = chunk_symbols(chunks)
    classes: dict[bytes, list[int]] = {}
    for number, word in enumerate(known):
        for bag in bags(word, symbols):
            classes.setdefault(bag, []).append(number)
    # Words came in order, and so each class first came up with its first word.
    by_bag = grown({bag: number for number, bag in enumerate(classes)})
    by_path = grown({path(word): number for number, word in enumerate(known)})
    return [
        *by_bag,
        array("I", accumulate(map(len, classes.values()), initial=0)),
        array("I", chain.from_iterable(classes.values())),
        *by_path,
        array("I", accumulate((len(word) + 1 for word in known), initial=0)),
        "".join(f"{word}\n" for word in known).encode("ascii"),
    ]


def _bytes_of(sections: Sequence["array[int] | memoryview[int] | bytes"], identity: bytes) -> bytes:
    parts = [bytes(section) for section in sections]
    lengths = struct.pack(f"<{len(parts)}Q", *map(len, parts))
    body = lengths + b"".join(part + bytes(-len(part) % 8) for part in parts)
    return struct.pack("<8s32sI4x", _MAGIC, identity, zlib.crc32(body)) + body


def _write(to: Path, made: bytes) -> None:
    to.parent.mkdir(parents=True, exist_ok=True)
    descriptor, name = tempfile.mkstemp(dir=to.parent, prefix=f".{to.stem}-")
    try:
        with open(descriptor, "wb") as file:
            file.write(made)
            # The name must not outlive a crash that the bytes did not.
            os.fsync(file.fileno())
        os.chmod(name, 0o644)
        os.replace(name, to)
    except BaseException:
        os.unlink(name)
        raise


def _opened(kept: Path, identity: bytes) -> "memoryview[int] | None":
    """Map the file into memory; None unless it is whole and the one that was asked for."""
    try:
        with kept.open("rb") as file:
            found = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
    except (OSError, ValueError):
        return None
    if len(found) < _HEAD.size:
        return None
    magic, named, total, *lengths = _HEAD.unpack_from(found)
    whole = _HEAD.size + sum(length + -length % 8 for length in lengths)
    if (magic, named, whole) != (_MAGIC, identity, len(found)) or zlib.crc32(found[_SUMMED:]) != total:
        return None
    return found


def _parted(file: "memoryview[int]", kept: Path | None) -> Index:
    _, _, _, *lengths = _HEAD.unpack_from(file)
    at = _HEAD.size
    parts = []
    for length, form in zip(lengths, _FORMATS, strict=True):
        parts.append(file[at : at + length].cast("B").cast(form))
        at += length + -length % 8
    *numbers, text = parts
    return Index(
        kept,
        bags=Trie(*numbers[:3]),
        starts=numbers[3],
        words=numbers[4],
        paths=Trie(*numbers[5:8]),
        begins=numbers[8],
        text=str(text, "ascii"),
    )
