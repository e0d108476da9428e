using System.Text.Json;
using Genie.Benchmarks.Commands;
using Genie.Benchmarks.Commands.Lab;
using Genie.Benchmarks.Drivers;
using Genie.Brokers.Conformance.Laboratory;
using Genie.Servers;
using Genie.Testing;

namespace Genie.Benchmarks.Tests.Commands;

public sealed class LabCommandTests
{
    private static readonly string[] Fields =
        ["part", "system", "client", "check", "held", "recover_ms", "lost", "doubled", "late_callers", "connections_per_s", "leaked_bytes", "seed"];

    [SkippableFact]
    [Trait("Tier", "nightly")]
    [Trait("Seconds", "15")]
    public async Task The_wire_driver_is_tried_and_each_check_is_an_object_a_line()
    {
        var unavailable = ServerUnderTest.WhyUnavailable("nats", NatsServer.IsInstalled);
        Skip.If(unavailable is not null, unavailable);
        using var folder = new TemporaryFolder();
        var file = Path.Combine(folder.Path, "lab.json");
        var (code, output, error) = await GenieRun.RunAsync(
            "lab", "nats", "--client", "wire", "--check", "reset", "--check", "restart-saturated", "--seed", "23", "--duration", "1s", "--json", file);

        // Whether it holds depends on times, which a machine that runs other tests does not keep.
        Assert.True(code is ExitCode.Success or ExitCode.Failure, output + error);
        Assert.All(output.Split('\n'), line => Assert.True(line.Length <= 80, line));
        var results = File.ReadLines(file).Select(line => JsonDocument.Parse(line).RootElement).ToArray();
        Assert.Equal(["restart-saturated", "reset"], results.Select(result => result.GetProperty("check").GetString()));
        foreach (var result in results)
        {
            Assert.Equal(Fields, result.EnumerateObject().Select(field => field.Name));
            Assert.Equal(("lab", "nats", "wire", 23), (result.GetProperty("part").GetString(), result.GetProperty("system").GetString(), result.GetProperty("client").GetString(), result.GetProperty("seed").GetInt32()));
            Assert.Equal(0, result.GetProperty("doubled").GetInt32());
        }

        Assert.Equal(code == ExitCode.Success, results.All(result => result.GetProperty("held").GetBoolean()));
    }

    [Fact]
    public async Task A_driver_without_a_server_is_tried_where_none_is_needed()
    {
        // It counts what its process leaves behind: other tests' sockets and threads are none of it.
        var (code, output, error) = await GenieProcess.RunAsync("lab", "inmemory", "--check", "disposal-in-flight", "--check", "pause");
        Assert.True(code == ExitCode.Success, output + error);
        Assert.Contains("disposal-in-flight", output, StringComparison.Ordinal);
        Assert.Contains("not applicable: pause (no server that may be killed)", output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_check_that_does_not_hold_ends_with_code_1_for_a_wire_driver_alone()
    {
        var (wire, official) = (DriverCatalogue.Find("nats", "wire"), DriverCatalogue.Find("nats", "official"));
        var result = new LabResult { Check = LabSuite.All[0], Failures = ["no answer within 30 s"] };
        Assert.NotEmpty(LabRules.FailuresThatCount(wire, result));
        Assert.Empty(LabRules.FailuresThatCount(official, result));
        Assert.NotEmpty(LabRules.FailuresThatCount(official, result with { ContractFailures = ["3 callers past their deadline"] }));
        var text = new StringWriter();
        await using (var output = new LabOutput(text, asJson: false, file: null)) await output.EndAsync(wire, result);
        Assert.Contains(" NO ", text.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task What_runs_wrote_is_summed_up_and_drawn()
    {
        using var folder = new TemporaryFolder();
        string[] files = [Path.Combine(folder.Path, "first.json"), Path.Combine(folder.Path, "second.json")];
        await File.WriteAllTextAsync(files[0], Row("nats", "reset", held: true, recoverMs: 400, lost: 3) + Row("nats", "disposal-stalled", held: false, recoverMs: 5950, lost: 0));
        await File.WriteAllTextAsync(files[1], Row("mqtt", "pause", held: true, recoverMs: 20, lost: 0));
        var picture = Path.Combine(folder.Path, "lab.svg");
        var (code, output, error) = await GenieRun.RunAsync("lab", "--read", files[0], "--read", files[1], "--picture", picture);
        Assert.True(code == ExitCode.Success, error);
        Assert.Contains("| nats | wire | 1 of 2 | disposal-stalled | 0.40 s (reset) | 3 | 0 | 0 | 1.5 | 5.95 s (disposal-stalled) | 1 KiB |", output, StringComparison.Ordinal);
        var svg = System.Xml.Linq.XDocument.Parse(await File.ReadAllTextAsync(picture));
        Assert.Equal(["nats (wire)", "mqtt (wire)"], svg.Descendants().Where(text => text.Attribute("x")?.Value == "8" && text.Name.LocalName == "text").Select(text => text.Value));
        Assert.Equal(3, svg.Descendants().Count(text => text.Attribute("class")?.Value == "s"));
    }

    [Theory]
    [InlineData("{}")]
    [InlineData("no JSON")]
    public async Task What_no_run_wrote_is_refused_with_its_line(string line)
    {
        using var folder = new TemporaryFolder();
        var file = Path.Combine(folder.Path, "lab.json");
        await File.WriteAllTextAsync(file, Row("nats", "reset", held: true, recoverMs: 1, lost: 0) + line);
        var (code, _, error) = await GenieRun.RunAsync("lab", "--read", file);
        Assert.Equal(ExitCode.BadArguments, code);
        Assert.Contains("line 2", error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task All_checks_are_listed()
    {
        var (code, output, _) = await GenieRun.RunAsync("lab", "--list");
        Assert.Equal(ExitCode.Success, code);
        Assert.All(LabSuite.All, check => Assert.Contains(check.Description, output, StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("'restart-saturated'", "nats", "--check", "restart-saturatd")]
    [InlineData("'nats'", "nts")]
    [InlineData("no wire client", "redis", "--client", "wire")]
    [InlineData("'official'", "nats", "--client", "oficial")]
    public async Task Bad_arguments_end_with_code_2(string said, params string[] arguments)
    {
        var (code, _, error) = await GenieRun.RunAsync(["lab", .. arguments]);
        Assert.Equal(ExitCode.BadArguments, code);
        Assert.Contains(said, error, StringComparison.Ordinal);
    }

    private static string Row(string system, string check, bool held, int recoverMs, int lost) =>
        $$"""{"part":"lab","system":"{{system}}","client":"wire","check":"{{check}}","held":{{(held ? "true" : "false")}},"recover_ms":{{recoverMs}},"lost":{{lost}},"doubled":0,"late_callers":0,"connections_per_s":1.5,"leaked_bytes":2000,"seed":7}""" + "\n";
}
