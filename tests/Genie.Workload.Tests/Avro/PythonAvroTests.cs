using System.Text.Json;
using Genie.Testing;
using Xunit.Abstractions;

namespace Genie.Workload.Tests.Avro;

/// <summary>Another implementation, written by others in another language, reads our answers and writes the same bytes.</summary>
public sealed class PythonAvroTests(ITestOutputHelper output)
{
    private static readonly PythonScript PythonAvro = new("avro.io", "python3-avro");

    [SkippableFact]
    public async Task Python_reads_the_same_values_and_writes_the_same_bytes()
    {
        var reason = PythonAvro.WhyUnavailable();
        Skip.If(reason is not null, reason);
        var seed = Environment.TickCount;
        output.WriteLine($"seed {seed}");
        var answers = SampleAnswers.Create(40, seed).ToArray();
        var schemaFile = Path.GetTempFileName();
        await File.WriteAllTextAsync(schemaFile, SampleAnswers.Codec.Schema);

        var lines = await PythonAvro.RunAsync("avro_peer.py", string.Join('\n', answers.Select(Convert.ToHexString)) + "\n", schemaFile);
        File.Delete(schemaFile);

        Assert.Equal(answers.Length, lines.Length);
        foreach (var (answer, line) in answers.Zip(lines)) AssertSame(answer, line);
    }

    private static void AssertSame(byte[] answer, string line)
    {
        using var json = JsonDocument.Parse(line);
        var theirs = json.RootElement;
        Assert.Equal("000001e240", theirs.GetProperty("header").GetString());
        Assert.Equal(Convert.ToHexStringLower(answer.AsSpan(5)), theirs.GetProperty("again").GetString());
        var ours = SampleAnswers.Codec.Read(answer);
        Assert.Equal(ours.Sender, theirs.GetProperty("sender").GetInt64());
        Assert.Equal(ours.Sequence, theirs.GetProperty("sequence").GetInt64());
        Assert.Equal(ours.PartyId, theirs.GetProperty("party_id").GetString());
        Assert.Equal(ours.Country?.Name, theirs.GetProperty("country").GetString());
        Assert.Equal(
            ours.Changes.Select(change => $"{change.Path} {Snake(change.Kind)} {Snake(change.Before.Kind)} {Snake(change.After.Kind)}"),
            theirs.GetProperty("changes").EnumerateArray().Select(change => change.GetString()));
    }

    private static string Snake<T>(T value)
        where T : struct, Enum =>
        JsonNamingPolicy.SnakeCaseUpper.ConvertName(value.ToString());
}
