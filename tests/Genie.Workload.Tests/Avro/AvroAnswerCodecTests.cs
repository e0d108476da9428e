using System.Buffers;
using System.Text.Json;
using Genie.Geocoding;
using Genie.Testing;
using Genie.Workload.Avro;
using Genie.Workload.Changes;
using Genie.Workload.Tests.Messages;
using Xunit.Abstractions;

namespace Genie.Workload.Tests.Avro;

public sealed class AvroAnswerCodecTests(ITestOutputHelper output)
{
    [Fact]
    public void An_answer_is_read_as_it_was_written()
    {
        var changes = new ChangeList();
        ChangeCapture.Compare(new Specimen { Text = "a", Small = 4 }, new Specimen { Text = "b", Perhaps = 7 }, changes);
        var place = new PlaceAnswer(LookupStatus.Found, new Area("country", "US", "United States", ""), null, new Area("county", "51013", "Arlington", "US-VA"));
        var bytes = new ArrayBufferWriter<byte>();
        SampleAnswers.Codec.Write(new AnswerContent(7, 99, "party-1", place, changes), bytes);

        var read = SampleAnswers.Codec.Read(bytes.WrittenSpan);

        Assert.Equal((7, 99, "party-1", LookupStatus.Found), (read.Sender, read.Sequence, read.PartyId, read.Status));
        Assert.Equal((new PartyAnswer.Area("US", "United States"), null, new PartyAnswer.Area("51013", "Arlington")), (read.Country, read.Division, read.County));
        Assert.Equal(
            [
                new PartyAnswer.Change("small", ChangeKind.Changed, ChangeValue.Of(4L), ChangeValue.Of(0L)),
                new PartyAnswer.Change("text", ChangeKind.Changed, ChangeValue.Of("a"), ChangeValue.Of("b")),
                new PartyAnswer.Change("perhaps", ChangeKind.Added, ChangeValue.Absent, ChangeValue.Of(7L)),
            ],
            read.Changes);
    }

    [Fact]
    public void The_schema_names_the_enumerations_as_the_code_orders_them()
    {
        using var schema = JsonDocument.Parse(SampleAnswers.Codec.Schema);
        var symbols = Enumerations(schema.RootElement).ToDictionary(pair => pair.Name, pair => pair.Symbols);
        Assert.Equal(Snake<LookupStatus>(), symbols["LookupStatus"]);
        Assert.Equal(Snake<ChangeKind>(), symbols["ChangeKind"]);
        Assert.Equal(Snake<ValueKind>(), symbols["ValueKind"]);
    }

    [Fact]
    public void Another_schema_id_and_a_tail_are_refused()
    {
        var answer = SampleAnswers.Create(0, 0).Last();
        Assert.Throws<AvroFormatException>(() => new AvroAnswerCodec { SchemaId = 1 }.Read(answer));
        Assert.Throws<AvroFormatException>(() => SampleAnswers.Codec.Read([.. answer, 0]));
    }

    [Fact]
    public void Damaged_answers_are_refused_or_read_and_never_anything_else()
    {
        var seed = Environment.TickCount;
        output.WriteLine($"seed {seed}");
        var random = new Random(seed);
        var answers = SampleAnswers.Create(50, seed).ToArray();
        for (var i = 0; i < 50_000; i++)
        {
            var answer = answers[random.Next(answers.Length)].ToArray();
            for (var flips = random.Next(1, 4); flips > 0; flips--) answer[random.Next(answer.Length)] = (byte)random.Next(256);
            if (random.Next(3) == 0) answer = answer[..random.Next(answer.Length)];
            try
            {
                SampleAnswers.Codec.Read(answer);
            }
            catch (AvroFormatException)
            {
                // What it is for.
            }
        }
    }

    [Fact]
    public void Writing_allocates_nothing_once_warm()
    {
        var changes = new ChangeList();
        ChangeCapture.Compare(new Specimen { Text = "a" }, new Specimen { Text = "žluť", Real = 4, Blob = Google.Protobuf.ByteString.CopyFrom(1) }, changes);
        var content = new AnswerContent(1, 2, "party-000001", new PlaceAnswer(LookupStatus.Found, new Area("country", "US", "United States", "")), changes);
        var bytes = new ArrayBufferWriter<byte>(4096);
        for (var i = 0; i < 100; i++) Write();
        Assert.Equal(0, AllocatedBytes.Of(() =>
        {
            for (var i = 0; i < 1000; i++) Write();
        }));

        void Write()
        {
            bytes.ResetWrittenCount();
            SampleAnswers.Codec.Write(content, bytes);
        }
    }

    private static IEnumerable<(string Name, string[] Symbols)> Enumerations(JsonElement element)
    {
        if (element.ValueKind == JsonValueKind.Array)
            return element.EnumerateArray().SelectMany(Enumerations);
        if (element.ValueKind != JsonValueKind.Object) return [];
        if (element.TryGetProperty("symbols", out var symbols))
            return [(element.GetProperty("name").GetString()!, [.. symbols.EnumerateArray().Select(symbol => symbol.GetString()!)])];
        return element.EnumerateObject().SelectMany(property => Enumerations(property.Value));
    }

    private static string[] Snake<T>()
        where T : struct, Enum =>
        [.. Enum.GetNames<T>().Select(name => JsonNamingPolicy.SnakeCaseUpper.ConvertName(name))];
}
