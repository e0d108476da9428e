"""Reads the schema's file and then, from standard input, one answer a line in hex. Writes what it read as JSON, with the hex
that Apache Avro for Python makes of the same values."""
import io
import json
import sys

import avro.io
import avro.schema

BRANCHES = {type(None): "null", bool: "boolean", int: "long", float: "double", str: "string", bytes: "bytes", dict: "record"}


class ExactWriter(avro.io.DatumWriter):
    """The library takes the last branch of a union that could hold a value, and a double could hold False."""

    def write_union(self, union, value, encoder):
        index = next(i for i, schema in enumerate(union.schemas) if schema.type == BRANCHES[type(value)])
        encoder.write_long(index)
        self.write_data(union.schemas[index], value, encoder)


schema = avro.schema.parse(open(sys.argv[1], encoding="utf-8").read())
reader, writer = avro.io.DatumReader(schema), ExactWriter(schema)
for line in sys.stdin:
    answer = bytes.fromhex(line)
    stream = io.BytesIO(answer[5:])
    value = reader.read(avro.io.BinaryDecoder(stream))
    assert not stream.read(), "bytes are left"
    again = io.BytesIO()
    writer.write(value, avro.io.BinaryEncoder(again))
    country = value["place"]["country"]
    print(json.dumps({
        "header": answer[:5].hex(),
        "again": again.getvalue().hex(),
        "sender": value["sender"],
        "sequence": value["sequence"],
        "party_id": value["party_id"],
        "country": country and country["name"],
        "changes": [" ".join((c["path"], c["kind"], c["before_kind"], c["after_kind"])) for c in value["changes"]],
    }))
