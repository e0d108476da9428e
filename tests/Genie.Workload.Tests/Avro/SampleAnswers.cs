using System.Buffers;
using Genie.Geocoding;
using Genie.Workload.Avro;
using Genie.Workload.Changes;
using Genie.Workload.Tests.Changes;
using Genie.Workload.Tests.Messages;
using Google.Protobuf;

namespace Genie.Workload.Tests.Avro;

/// <summary>Answers that hold every branch of the schema.</summary>
internal static class SampleAnswers
{
    public static readonly AvroAnswerCodec Codec = new() { SchemaId = 123_456 };

    public static IEnumerable<byte[]> Create(int count, int seed)
    {
        yield return Encode(new AnswerContent(0, 0, "", new PlaceAnswer(LookupStatus.InvalidCoordinate), new ChangeList()));
        var everything = new Specimen { Flag = true, Blob = ByteString.CopyFrom(0, 255), Real = -1.25, Small = -9, Text = "ž", Colour = Colour.Green, Child = new Specimen { Perhaps = 0 } };
        yield return Encode(new AnswerContent(
            uint.MaxValue, ulong.MaxValue, "party-é",
            new PlaceAnswer(LookupStatus.Found, new Area("country", "US", "United States", ""), new Area("state", "US-VA", "Virginia", "US"), new Area("county", "51013", "Arlington", "US-VA")),
            Changes(new Specimen(), everything)));
        var random = new Random(seed);
        for (var i = 0; i < count; i++)
        {
            yield return Encode(new AnswerContent(
                (uint)random.Next(), (ulong)random.NextInt64(), $"party-{i}", new PlaceAnswer(LookupStatus.Nowhere, Country: random.Next(2) == 0 ? null : new Area("country", "FR", "France", "")),
                Changes(RandomSpecimen.Create(random, 1), RandomSpecimen.Create(random, 1))));
        }
    }

    private static ChangeList Changes(Specimen before, Specimen after)
    {
        var changes = new ChangeList();
        ChangeCapture.Compare(before, after, changes);
        return changes;
    }

    private static byte[] Encode(in AnswerContent content)
    {
        var output = new ArrayBufferWriter<byte>();
        Codec.Write(content, output);
        return output.WrittenSpan.ToArray();
    }
}
