"""Reads an embedded event store from its files, as docs/event-store.md describes them. Independent of the store: Python's library alone.

    python3 read_store.py DIR      events as JSON lines (as `genie store export` writes them), then one line with snapshots, checkpoints and keys

Exit code 1, and the reason on standard error, if something that was confirmed is not as it was written.
"""
import base64
import datetime
import json
import os
import re
import struct
import sys


def make_table():
    table = []
    for value in range(256):
        for _ in range(8):
            value = (value >> 1) ^ (0x82F63B78 if value & 1 else 0)
        table.append(value)
    return table


TABLE = make_table()
EPOCH = datetime.datetime(1970, 1, 1)
STREAM, EVENT, SNAPSHOT, CHECKPOINT, STUB, EVENT_WITH_METADATA, DELETION = 1, 2, 3, 4, 5, 6, 7


class Damaged(Exception):
    pass


def crc32c(data):
    crc = 0xFFFFFFFF
    for byte in data:
        crc = TABLE[(crc ^ byte) & 0xFF] ^ (crc >> 8)
    return crc ^ 0xFFFFFFFF


def checked(data, magic, size):
    """The bytes of a header if it is whole, or None."""
    head = data[:size]
    if len(head) < size or head[:4] != magic or struct.unpack_from("<I", head, 4)[0] != crc32c(head[8:]):
        return None
    return head


def read_manifest(folder):
    path = os.path.join(folder, "manifest")
    if not os.path.exists(path):
        return None
    data = open(path, "rb").read()
    slots = [checked(data[at:at + 64], b"GEM\x01", 64) for at in (0, 4096, 8192)]
    whole = [struct.unpack_from("<QqqqQ", slot, 8) for slot in slots if slot]
    if not whole:
        raise Damaged("manifest: no slot is whole")
    return max(whole, key=lambda slot: slot[1])


def read_batch(data, at):
    """(store, number, records, end) of the batch that begins there, or None if none is whole."""
    head = checked(data[at:at + 32], b"GEB\x01", 32)
    if head is None:
        return None
    store, number, size, count = struct.unpack_from("<QqII", head, 8)
    records, offset, end = [], at + 32, at + 32 + size
    if end > len(data):
        return None
    while offset < end:
        if end - offset < 40:
            return None
        length, crc, kind, keyed, text_size, stream, version, position, time = struct.unpack_from("<IIBBHiqqq", data, offset)
        if length < 40 or offset + length > end or crc32c(data[offset + 8:offset + length]) != crc:
            return None
        text = offset + 40 + (20 if keyed else 0)
        key = struct.unpack_from("<QIQ", data, offset + 40) if keyed else None
        metadata = None
        if kind == EVENT_WITH_METADATA:
            sizes = struct.unpack_from("<HH", data, text)
            metadata = [data[text + 4:text + 4 + sizes[0]].decode("utf-8"), data[text + 4 + sizes[0]:text + 4 + sum(sizes)].decode("utf-8")]
            kind, text = EVENT, text + 4 + sum(sizes)
        name = data[text:text + text_size].decode("utf-8")
        records.append((kind, stream, version, position, time, key, metadata, name, data[text + text_size:offset + length]))
        offset += length
    return (store, number, records, end) if len(records) == count else None


def follows(data, at, store, number):
    """True if a whole batch header of at least that number stands somewhere from an offset on."""
    for found in re.finditer(re.escape(b"GEB\x01"), data[at:]):
        head = checked(data[at + found.start():at + found.start() + 32], b"GEB\x01", 32)
        if head:
            other, found_number = struct.unpack_from("<Qq", head, 8)
            if other == store and found_number >= number:
                return True
    return False


def read_segments(folder):
    """Records in their order."""
    manifest = read_manifest(folder)
    numbers = sorted(int(name[:-4]) for name in os.listdir(folder) if re.fullmatch(r"\d+\.log", name))
    expected = manifest[2] if manifest else (numbers[0] if numbers else 1)
    store = next_batch = None
    for number in numbers:
        name = "%010d.log" % number
        is_last = number == numbers[-1]
        if number != expected:
            raise Damaged("%010d.log: missing" % expected)
        data = open(os.path.join(folder, name), "rb").read()
        head = checked(data, b"GES\x01", 64)
        if head is None:
            if is_last and not (manifest and number <= manifest[3]):
                break
            raise Damaged(name + ": header")
        segment_store, segment_number, first, after, batches = struct.unpack_from("<Qqqqq", head, 8)
        store, next_batch = (segment_store, first) if next_batch is None else (store, next_batch)
        if (segment_store, segment_number, first) != (store, number, next_batch):
            raise Damaged(name + ": it does not follow the segment before")
        at = 64
        while (batch := read_batch(data, at)) is not None:
            if batch[:2] != (store, next_batch):
                raise Damaged("%s: batch %d at %d" % (name, batch[1], at))
            yield from batch[2]
            next_batch, at = next_batch + 1, batch[3]
        is_clean = not any(data[at:at + 32])
        if after:
            if not is_clean or next_batch - first != batches:
                raise Damaged(name + ": a compacted segment is not whole")
            next_batch = after
        elif not is_clean and (not is_last or follows(data, at, store, next_batch + 1)):
            raise Damaged("%s: no batch at %d" % (name, at))
        expected += 1
    if manifest and (expected <= manifest[3] or (next_batch or 1) < manifest[4]):
        raise Damaged("the log ends before the manifest says")


def read_store(folder):
    names, events, versions, first, snapshots, checkpoints, keys, last = {}, [], {}, {}, {}, {}, {}, 0
    for kind, stream, version, position, time, key, metadata, text, payload in read_segments(folder):
        if kind == STREAM:
            names[stream] = text
        elif kind == CHECKPOINT:
            if version == -1:
                checkpoints.pop(text, None)
            else:
                checkpoints[text] = version
        elif kind in (SNAPSHOT, DELETION):
            if version >= snapshots.get(stream, (0,))[0]:
                snapshots[stream] = (version, payload if kind == SNAPSHOT else None)
            if version > versions.get(stream, 0):
                versions[stream], first[stream] = version, version + 1
        elif kind in (EVENT, STUB):
            if position <= last:
                raise Damaged("position %d follows %d" % (position, last))
            last = position
            if kind == STUB:
                first[stream] = max(first.get(stream, 1), version + 1)
            else:
                if version <= versions.get(stream, 0):
                    raise Damaged("version %d of %s" % (version, names[stream]))
                if version != versions.get(stream, 0) + 1:
                    first[stream] = version
                events.append((position, stream, version, time, key, metadata, text, payload))
            versions[stream] = max(version, versions.get(stream, 0))
            if key:
                known = keys.setdefault((stream, key), [version, version])
                known[1] = version
        else:
            raise Damaged("a record of kind %d" % kind)
    for stream, version in first.items():
        if version > snapshots.get(stream, (0,))[0] + 1:
            raise Damaged("%s: versions before %d are missing, and no snapshot holds them" % (names[stream], version))
    return names, [event for event in events if event[2] >= first.get(event[1], 1)], snapshots, checkpoints, keys


def main(folder):
    names, events, snapshots, checkpoints, keys = read_store(folder)
    for position, stream, version, time, key, metadata, kind, payload in events:
        print(json.dumps({
            "position": position, "stream": names[stream], "version": version,
            "time": (EPOCH + datetime.timedelta(microseconds=time)).isoformat(timespec="microseconds") + "Z",
            "key": dict(zip(("run", "sender", "sequence"), key)) if key else None,
            **({"metadata": {name: text or None for name, text in zip(("correlationId", "causationId"), metadata)}} if metadata else {}),
            "type": kind, "payload": base64.b64encode(payload).decode("ascii")}, separators=(",", ":"), ensure_ascii=False))
    print(json.dumps({
        "snapshots": {names[stream]: [version, base64.b64encode(state).decode("ascii")] for stream, (version, state) in snapshots.items() if state is not None},
        "checkpoints": checkpoints,
        "keys": sorted([names[stream], *key, *versions] for (stream, key), versions in keys.items())}, ensure_ascii=False))


if __name__ == "__main__":
    sys.stdout.reconfigure(encoding="utf-8")
    try:
        main(sys.argv[1])
    except Damaged as damage:
        sys.exit(str(damage))
