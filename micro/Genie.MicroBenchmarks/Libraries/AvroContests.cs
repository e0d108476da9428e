using System.Buffers;
using Avro;
using Avro.Generic;
using Avro.IO;
using Genie.Geocoding;
using Genie.Workload.Avro;
using Genie.Workload.Changes;
using Genie.Workload.Parties;

namespace Genie.MicroBenchmarks.Libraries;

/// <summary>The answers' codec beside Apache.Avro, which is spared the way from and to our own types.</summary>
internal static class AvroContests
{
    private const int Operations = 20_000;

    /// <summary>All of them.</summary>
    public static IEnumerable<Contest> All()
    {
        var codec = new AvroAnswerCodec();
        var output = new ArrayBufferWriter<byte>();
        var content = CreateContent();
        codec.Write(content, output);
        var answer = output.WrittenSpan.ToArray();

        var schema = Schema.Parse(codec.Schema);
        var (writer, reader) = (new GenericDatumWriter<GenericRecord>(schema), new GenericDatumReader<GenericRecord>(schema, schema));
        using var written = new MemoryStream();
        using var read = new MemoryStream(answer);
        var (encoder, decoder) = (new BinaryEncoder(written), new BinaryDecoder(read));
        var record = Read();

        yield return new("avro: write an answer", Operations, () => Repeat(WriteOurs), () => Repeat(WriteTheirs));
        yield return new("avro: write an answer, library's primitives", Operations, () => Repeat(WriteOurs), () => Repeat(WritePrimitives));
        yield return new("avro: read an answer", Operations, () => Repeat(() => codec.Read(answer)), () => Repeat(() => Read()));

        void WriteOurs()
        {
            output.ResetWrittenCount();
            codec.Write(content, output);
        }

        void WriteTheirs()
        {
            written.Position = 0;
            writer.Write(record, encoder);
        }

        void WritePrimitives()
        {
            written.Position = 0;
            PrimitiveAnswers.Write(content, encoder);
        }

        GenericRecord Read()
        {
            read.Position = ConfluentHeader.Bytes;
            return reader.Read(null!, decoder);
        }
    }

    private static AnswerContent CreateContent()
    {
        var (before, changes) = (PartyDirectory.At(7), new ChangeList());
        var after = before.Clone();
        after.Addresses[0].PostalCode = "22201";
        after.Addresses[0].Coordinate.Latitude += 0.01;
        after.DisplayName = "A name that changed";
        ChangeCapture.Compare(before, after, changes);
        return new AnswerContent(
            3, 123_456, before.PartyId,
            new PlaceAnswer(LookupStatus.Found, new Area("country", "US", "United States", ""), new Area("state", "US-VA", "Virginia", "US"), new Area("county", "51013", "Arlington", "US-VA")), changes);
    }

    private static void Repeat(Action run)
    {
        for (var i = 0; i < Operations; i++) run();
    }
}
