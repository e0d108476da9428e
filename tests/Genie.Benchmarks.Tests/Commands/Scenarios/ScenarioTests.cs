using System.CommandLine;
using System.Text.Json;
using Genie.Benchmarks.Commands;
using Genie.Benchmarks.Commands.Bench;
using Genie.Benchmarks.Commands.Scenarios;
using Genie.Benchmarks.Drivers;
using Genie.Benchmarks.Reporting;
using Genie.Testing;
using NJsonSchema;
using YamlDotNet.Serialization;

namespace Genie.Benchmarks.Tests.Commands.Scenarios;

public sealed class ScenarioTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    private string File => Path.Combine(_folder.Path, "genie.yaml");

    public static TheoryData<string> BuiltIn => [.. BuiltInScenarios.Names];

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task What_the_file_says_stands_behind_what_the_command_line_says()
    {
        await WriteAsync("""
            name: Example
            systems: [nats, mqtt]
            connections: [1, 8]
            payload: 1KiB
            encrypt: true
            quiet: false
            threshold:
              - p99 < 20ms
              - lost == 0
            """);
        Assert.Equal(
            ["bench", "--scenario", File, "nats", "mqtt", "--connections=1,8", "--payload=1KiB", "--encrypt=true", "--quiet=false", "--threshold=p99 < 20ms", "--threshold=lost == 0"],
            Expand("bench", "--scenario", File));
        Assert.Equal(
            ["bench", "redis", "--scenario", File, "--payload", "64", "--encrypt", "--connections=1,8", "--quiet=false", "--threshold=p99 < 20ms", "--threshold=lost == 0"],
            Expand("bench", "redis", "--scenario", File, "--payload", "64", "--encrypt"));
        Assert.DoesNotContain("--payload=1KiB", Expand("bench", "--scenario", File, "--payload-file", "order.json"));
    }

    [Fact]
    public async Task Json_is_a_scenario_too_and_files_are_looked_for_beside_it()
    {
        await WriteAsync("""{"systems": "nats", "payload-file": "order.json", "connections": 4}""");
        Assert.Equal(["bench", "--scenario", File, "nats", $"--payload-file={Path.Combine(_folder.Path, "order.json")}", "--connections=4"], Expand("bench", "--scenario", File));
    }

    [Theory]
    [InlineData("conections: 8", ":2: 'conections' is no setting of 'bench'. Did you mean 'connections'?")]
    [InlineData("--payload: 8", ":2: '--payload' is no setting of 'bench'. Did you mean 'payload'?")]
    [InlineData("connections: none", ":2: --connections: 'none' is no number of connections")]
    [InlineData("mode: roundtrip", ":2: --mode: 'roundtrip' is unknown. Did you mean 'round-trip'?")]
    [InlineData("systems: [nats, rabitmq]", ":2: Unknown messaging system 'rabitmq'. Did you mean 'rabbitmq'?")]
    [InlineData("systems: [--quiet]", ":2: systems: '--quiet' is no system's name")]
    [InlineData("systems:\n  - nats\n  - mqttt", ":4: Unknown messaging system 'mqttt'. Did you mean 'mqtt'?")]
    [InlineData("systems: []", ":2: systems: a name is expected")]
    [InlineData("duration: 10", ":2: --duration: '10' needs a unit of time")]
    [InlineData("duration: 10sec", ":2: --duration: '10sec' needs a unit of time")]
    [InlineData("payload: 4KB", "'kB'")]
    [InlineData("payload: [1, 2]", ":2: payload: one value is expected, no list")]
    [InlineData("encrypt: yes, please", ":2: encrypt: true or false is expected")]
    [InlineData("payload:", ":2: payload: a value is expected")]
    [InlineData("payload: {a: 1}", ":2: payload: a value or a list of values is expected")]
    [InlineData("payload: 1\nmode: both\npayload: 2", ":4: 'payload' stands on line 2 already")]
    [InlineData("threshold:\n  - lost == 0\n  - p9 < 1ms", ":4: --threshold: 'p9' is unknown")]
    [InlineData("scenario: other.yaml", ":2: 'scenario' is no setting")]
    [InlineData("payload: [1", "this is no YAML")]
    [InlineData("threshold:\n\t- lost == 0", ":3: this is no YAML")]
    [InlineData("threshold:\n\t- lost == 0", "This line is indented by a tab")]
    [InlineData("---\nname: Second", ":2: a scenario is one document")]
    [InlineData("- nats", "this is no YAML")]
    public async Task A_mistake_is_named_with_its_line(string lines, string said)
    {
        await WriteAsync($"name: Example\n{lines}\n");
        AssertRefused(said);
    }

    [Fact]
    public async Task All_mistakes_are_named_at_once()
    {
        await WriteAsync("paylod: 1\nmode: bth\nduration: soon\n");
        var lines = Assert.Throws<BadArgumentException>(() => Expand("bench", "--scenario", File)).Message.Split(Environment.NewLine);
        Assert.Equal([$"{File}:1:", $"{File}:2:", $"{File}:3:"], lines.Select(line => line[..(File.Length + 3)]));
    }

    [Theory]
    [InlineData("", ":1: the file is empty")]
    [InlineData("# nothing but a comment\n", ":1: the file is empty")]
    [InlineData("nats", ":1: a line for each setting is expected")]
    [InlineData("- nats\n- mqtt", ":1: a line for each setting is expected")]
    [InlineData("&a [*a]: 1", "a setting's name is expected")]
    public async Task A_file_that_is_no_scenario_is_refused(string text, string said)
    {
        await WriteAsync(text);
        AssertRefused(said);
    }

    [Fact]
    public async Task Neither_other_encodings_nor_depth_nor_size_harm()
    {
        await System.IO.File.WriteAllTextAsync(File, "payload: 1\n", System.Text.Encoding.Unicode);
        AssertRefused("this is no text in UTF-8");
        await System.IO.File.WriteAllBytesAsync(File, [.. "name: "u8, 0xC3, 0x28, 0x0A]);
        AssertRefused("this is no text in UTF-8");
        await WriteAsync(new string('[', ScenarioFile.BytesMax));
        AssertRefused(":1: ");
        await WriteAsync($"payload: {new string('[', ScenarioFile.BytesMax / 2)}");
        AssertRefused(":1: payload: a value or a list of values is expected");
        await WriteAsync($"# {new string('x', ScenarioFile.BytesMax)}\npayload: 1\n");
        AssertRefused("at most 1 MiB");
        AssertRefused("Could not find file", Path.Combine(_folder.Path, "none.yaml"));
    }

    [Theory]
    [MemberData(nameof(BuiltIn))]
    public async Task Each_scenario_that_comes_with_the_project_can_be_run(string name)
    {
        await WriteAsync(BuiltInScenarios.TextOf(name));
        var expanded = Expand("bench", "--scenario", File);
        Assert.Empty(CommandLine.FindErrors(Parse(expanded)));
        Assert.NotEmpty(BuiltInScenarios.DescriptionOf(name));
        Assert.All(ScenarioFile.Read(File).Entries.Single(entry => entry.Key == ScenarioFile.Systems).Values, system => Assert.Contains(system.Text, DriverCatalogue.Brokers));
    }

    [Fact]
    public async Task Init_writes_one_that_bench_takes_and_does_not_overwrite_it()
    {
        var (code, output, error) = await GenieRun.RunAsync("init", "payments", "--out", _folder.Path);
        Assert.True(code == ExitCode.Success, error);
        Assert.Contains("./genie bench --scenario", output, StringComparison.Ordinal);
        Assert.Contains("--verify-effects=true", Expand("bench", "--scenario", File));
        using var schema = JsonDocument.Parse(await System.IO.File.ReadAllTextAsync(Path.Combine(_folder.Path, "genie.schema.json")));
        Assert.Equal("boolean", schema.RootElement.GetProperty("properties").GetProperty("verify-effects").GetProperty("type").GetString());
        (code, _, error) = await GenieRun.RunAsync("init", "chat", "--out", _folder.Path);
        Assert.Equal((ExitCode.BadArguments, true), (code, error.Contains("--force", StringComparison.Ordinal)));
        (code, _, error) = await GenieRun.RunAsync("init", "paiments", "--out", _folder.Path);
        Assert.Equal((ExitCode.BadArguments, true), (code, error.Contains("'payments'", StringComparison.Ordinal)));
    }

    [Fact]
    public async Task A_threshold_that_is_not_held_ends_the_run_with_a_code_of_its_own_and_says_which_row()
    {
        await WriteAsync($"""
            systems: inmemory
            mode: round-trip
            stages: transport
            connections: 1
            duration: 300ms
            warmup: 0s
            out: {_folder.Path}
            threshold: p50 < 1us and lost == 0
            """);
        var (code, output, error) = await GenieRun.RunAsync("bench", "--scenario", File);
        Assert.Equal(ExitCode.ThresholdNotHeld, code);
        Assert.Contains("threshold not held: inmemory (wire), round-trip, 1 x 1, buffered: p50", error, StringComparison.Ordinal);
        Assert.DoesNotContain("wanted lost", error, StringComparison.Ordinal);
        Assert.Contains("| no: p50", output, StringComparison.Ordinal);
        var results = await ResultsFile.ReadAsync(Path.Combine(_folder.Path, "results.json"), CancellationToken.None);
        var verdict = Assert.Single(Assert.Single(results.Runs).Thresholds!);
        Assert.Equal(("p50 < 1us and lost == 0", false, 1), (verdict.Condition, verdict.Held, verdict.Breaches.Count));
        Assert.Contains("--threshold \"p50 < 1us and lost == 0\"", results.CommandLine, StringComparison.Ordinal);
        Assert.Equal(ExitCode.Success, (await GenieRun.RunAsync("bench", "--scenario", File, "--threshold", "p50 < 10s and throughput >= 1")).ExitCode);
    }

    [Fact]
    public async Task The_published_schema_is_that_of_the_options() =>
        Assert.Equal(ScenarioSchema.Create(BenchCommand.Create()), (await System.IO.File.ReadAllTextAsync(Path.Combine(RepositoryRoot.Find(), "docs", "genie.schema.json"))).ReplaceLineEndings("\n"));

    [Theory]
    [InlineData(true, """{"systems": ["nats"], "connections": [1, 8], "payload": "64KiB", "duration": "1.5s", "rate": 100, "encrypt": true, "threshold": ["lost == 0"], "mode": "round-trip"}""")]
    [InlineData(true, """{"systems": "nats", "connections": 8, "threshold": "lost == 0", "rate": "10k"}""")]
    [InlineData(false, """{"paylod": 1}""")]
    [InlineData(false, """{"duration": 10}""")]
    [InlineData(false, """{"duration": "10"}""")]
    [InlineData(false, """{"in-flight": "10x"}""")]
    [InlineData(false, """{"mode": "roundtrip"}""")]
    [InlineData(false, """{"systems": "rabitmq"}""")]
    [InlineData(false, """{"encrypt": "yes"}""")]
    public async Task The_schema_takes_what_the_program_takes(bool isRight, string json)
    {
        var schema = await JsonSchema.FromJsonAsync(ScenarioSchema.Create(BenchCommand.Create()));
        Assert.Equal(isRight, schema.Validate(json).Count == 0);
        await WriteAsync(json);
        if (isRight) Assert.Contains("nats", Expand("bench", "--scenario", File));
        else AssertRefused(":1: ");
    }

    [Theory]
    [MemberData(nameof(BuiltIn))]
    public async Task The_schema_takes_each_scenario_that_comes_with_the_project(string name)
    {
        var schema = await JsonSchema.FromJsonAsync(ScenarioSchema.Create(BenchCommand.Create()));
        var document = new DeserializerBuilder().WithAttemptingUnquotedStringTypeDeserialization().Build().Deserialize(BuiltInScenarios.TextOf(name));
        Assert.Empty(schema.Validate(JsonSerializer.Serialize(document)));
    }

    private void AssertRefused(string said, string? path = null)
    {
        var error = Assert.Throws<BadArgumentException>(() => Expand("bench", "--scenario", path ?? File));
        Assert.Contains(path ?? File, error.Message, StringComparison.Ordinal);
        Assert.Contains(said, error.Message, StringComparison.Ordinal);
    }

    private static ParseResult Parse(IReadOnlyList<string> arguments) => CommandTable.CreateRoot(arguments[0]).Parse(arguments);

    private static IReadOnlyList<string> Expand(params string[] arguments) => ScenarioArguments.Expand(arguments, Parse);

    private Task WriteAsync(string text) => System.IO.File.WriteAllTextAsync(File, text);
}
