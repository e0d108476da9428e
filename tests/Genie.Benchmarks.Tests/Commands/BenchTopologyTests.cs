using Genie.Benchmarks.Commands;
using Genie.Benchmarks.Reporting;
using Genie.Benchmarks.Reporting.Model;
using Genie.Servers;
using Genie.Testing;

namespace Genie.Benchmarks.Tests.Commands;

/// <summary>Messages to several listeners and through several stages, over a real server, with the worker in its own process.</summary>
public sealed class BenchTopologyTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [SkippableFact]
    public async Task Every_listener_gets_every_message()
    {
        var rows = await MeasureAsync("nats", "--mode", "fire-and-forget", "--fan-out", "3", "--connections", "1,2");
        Assert.True(rows.Count >= 2);
        Assert.All(rows, row => Assert.Equal((3, row.Ledger.Sent * 3), (row.FanOut, row.Ledger.Delivered)));
    }

    [SkippableFact]
    public async Task Every_message_passes_every_stage_in_both_modes()
    {
        var rows = await MeasureAsync("nats", "--mode", "both", "--pipeline", "3", "--connections", "1");
        Assert.Equal([RunMode.RoundTrip, RunMode.FireAndForget], rows.Select(row => row.Mode).Distinct());
        Assert.All(rows, row => Assert.Equal((3, row.Ledger.Sent), (row.PipelineStages, row.Ledger.Delivered)));
    }

    [SkippableFact]
    public async Task A_recorded_stream_is_sent_at_its_own_times()
    {
        var file = Path.Combine(_folder.Path, "events.jsonl");
        await File.WriteAllLinesAsync(file, Enumerable.Range(0, 50).Select(i => $$"""{"time":{{1_767_323_045_000L + i * 41 + (i % 5 == 0 ? 20 : 0)}},"i":{{i}}}"""));
        var rows = await MeasureAsync("nats", "--mode", "fire-and-forget", "--connections", "1", "--payload-file", file, "--replay", "time", "--replay-speed", "2");
        Assert.All(rows, row =>
        {
            Assert.Equal("by time, 2 x as fast", row.Replay);
            Assert.Equal(50, row.Ledger.Sent);
            Assert.Equal(50, row.Ledger.Delivered);
        });
    }

    [Theory]
    [InlineData("name a file of JSON lines", "--replay", "time")]
    [InlineData("name its property", "--replay-speed", "2")]
    public async Task A_replay_needs_a_recording(string said, params string[] arguments)
    {
        var (code, _, error) = await GenieRun.RunAsync(["bench", "nats", "--mode", "fire-and-forget", "--connections", "1", .. arguments, "--out", _folder.Path]);
        Assert.Equal(ExitCode.BadArguments, code);
        Assert.Contains(said, error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_system_that_sends_a_message_to_one_only_is_refused()
    {
        var (code, _, error) = await GenieRun.RunAsync("bench", "zeromq", "--mode", "fire-and-forget", "--fan-out", "3", "--out", _folder.Path);
        Assert.Equal(ExitCode.BadArguments, code);
        Assert.Contains("zeromq through wire sends a message to one listener only", error, StringComparison.Ordinal);
    }

    private async Task<IReadOnlyList<RunRow>> MeasureAsync(params string[] arguments)
    {
        var unavailable = ServerUnderTest.WhyUnavailable("nats", NatsServer.IsInstalled);
        Skip.If(unavailable is not null, unavailable);
        var (code, output, error) = await GenieRun.RunAsync(["bench", .. arguments, "--stages", "transport", "--duration", "1s", "--warmup", "100ms", "--out", _folder.Path]);
        Assert.True(code == ExitCode.Success, output + error);
        return (await ResultsFile.ReadAsync(Path.Combine(_folder.Path, "results.json"), default)).Runs;
    }
}
