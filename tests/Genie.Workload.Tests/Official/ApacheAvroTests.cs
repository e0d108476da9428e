using System.Buffers;
using Avro.Generic;
using Avro.IO;
using Genie.Workload.Avro;
using Genie.Workload.Tests.Avro;
using Xunit.Abstractions;
using Schema = Avro.Schema;

namespace Genie.Workload.Tests.Official;

/// <summary>Agreement with Apache.Avro.</summary>
public sealed class ApacheAvroTests(ITestOutputHelper output)
{
    [Fact]
    public void Apache_Avro_reads_the_same_values_and_writes_the_same_bytes()
    {
        var seed = Environment.TickCount;
        output.WriteLine($"seed {seed}");
        var schema = Schema.Parse(SampleAnswers.Codec.Schema);
        var reader = new GenericDatumReader<GenericRecord>(schema, schema);
        var writer = new GenericDatumWriter<GenericRecord>(schema);
        foreach (var answer in SampleAnswers.Create(100, seed))
        {
            using var stream = new MemoryStream(answer, ConfluentHeader.Bytes, answer.Length - ConfluentHeader.Bytes);
            var theirs = reader.Read(null!, new BinaryDecoder(stream));
            Assert.Equal(stream.Length, stream.Position);
            var ours = SampleAnswers.Codec.Read(answer);
            Assert.Equal(ours.Sender, theirs["sender"]);
            Assert.Equal(ours.PartyId, theirs["party_id"]);
            Assert.Equal(ours.Changes.Select(change => change.Path), ((Array)theirs["changes"]).Cast<GenericRecord>().Select(change => (string)change["path"]));

            using var again = new MemoryStream();
            writer.Write(theirs, new BinaryEncoder(again));
            Assert.Equal(answer.AsSpan(ConfluentHeader.Bytes).ToArray(), again.ToArray());
        }
    }

    [Fact]
    public void Primitives_agree()
    {
        var seed = Environment.TickCount;
        output.WriteLine($"seed {seed}");
        var random = new Random(seed);
        for (var i = 0; i < 10_000; i++)
        {
            var number = random.NextInt64(long.MinValue, long.MaxValue) >> random.Next(64);
            var (text, real) = (new string((char)random.Next(1, 0xD800), random.Next(9)), BitConverter.Int64BitsToDouble(random.NextInt64()));
            using var theirs = new MemoryStream();
            var encoder = new BinaryEncoder(theirs);
            encoder.WriteLong(number);
            encoder.WriteString(text);
            encoder.WriteDouble(real);
            var ours = new ArrayBufferWriter<byte>();
            var writer = new AvroWriter(ours);
            writer.WriteLong(number);
            writer.WriteString(text);
            writer.WriteDouble(real);
            writer.Flush();
            Assert.Equal(theirs.ToArray(), ours.WrittenSpan.ToArray());
        }
    }
}
