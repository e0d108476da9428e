using Genie.Benchmarks.Commands;
using Genie.Benchmarks.Reporting;
using Genie.Benchmarks.Reporting.Model;
using Genie.Benchmarks.Tests.Commands;
using Genie.Servers;
using Genie.Testing;

namespace Genie.Benchmarks.Tests.Agents;

/// <summary>Agents as processes on the loopback, with keys of their own.</summary>
public sealed class AgentBenchTests : IDisposable
{
    private static readonly TimeSpan WaitTimeout = TimeSpan.FromMinutes(3);

    private readonly TemporaryFolder _folder = new();

    private string Out => Path.Combine(_folder.Path, "out");

    public void Dispose() => _folder.Dispose();

    [SkippableFact]
    public async Task Two_clients_and_a_worker_at_agents_measure_rows_whose_ledgers_are_one()
    {
        SkipWithoutNats();
        using var a = await RunningAgent.StartAsync("a", _folder.Path);
        using var b = await RunningAgent.StartAsync("b", _folder.Path);
        using var c = await RunningAgent.StartAsync("c", _folder.Path);
        var (listed, list, problem) = await GenieRun.RunAsync("agents", "--folder", RunningAgent.ControllerFolder(_folder.Path));
        Assert.True(listed == ExitCode.Success, list + problem);
        Assert.Equal(3, list.Split('\n').Count(line => line.Contains("ready", StringComparison.Ordinal)));

        var (code, output, error) = await BenchAsync("--clients-on", "a,b", "--worker-on", "c", "--connections", "1,3", "--duration", "1s", "--warmup", "200ms", "--confirmation", "buffered");
        Assert.True(code == ExitCode.Success, output + error);
        var results = await ReadAsync();
        Assert.Contains(results.Remarks, remark => remark.StartsWith("Agent 'a' at 127.0.0.1:", StringComparison.Ordinal));
        Assert.Equal(4, results.Runs.Count);
        Assert.All(results.Runs, row =>
        {
            Assert.True(row.Requests > 0 && row.Ledger.Sent >= row.Requests, $"{row.Ledger}");
            Assert.Equal(row.Ledger, new LedgerFigures { Sent = row.Ledger.Sent, Confirmed = row.Ledger.Sent, Delivered = row.Ledger.Sent });
            Assert.True(row.ClientProcess.CpuSeconds > 0 && row.WorkerProcess.CpuSeconds > 0);
            var clients = row.Agents!.Where(agent => agent.Role == "client").ToList();
            Assert.Equal(row.Requests, clients.Sum(agent => agent.Requests));
            Assert.Equal(row.Connections == 1 ? [1] : [2, 1], clients.Select(agent => agent.Connections));
            var worker = Assert.Single(row.Agents!, agent => agent.Role == "worker");
            Assert.Equal("c", worker.Name);
            Assert.All(row.Agents!, agent => Assert.True(agent.ClockUncertaintyMicroseconds > 0 && agent.ToAgentBytesPerSecond > 0, $"{agent}"));

            // Either they are told, or it is said why not.
            Assert.True(row.OneWayMicroseconds is not null || row.Remarks.Any(remark => remark.StartsWith("one-way times are left out", StringComparison.Ordinal)));
        });
        if (OperatingSystem.IsLinux()) await WaitUntilAsync(() => a.Children.Count + b.Children.Count + c.Children.Count == 0, "processes of the agents");
    }

    [SkippableFact]
    public async Task A_scenario_says_it_too_and_this_machine_may_be_one_of_the_clients()
    {
        SkipWithoutNats();
        using var a = await RunningAgent.StartAsync("a", _folder.Path);
        var scenario = Path.Combine(_folder.Path, "genie.yaml");
        await File.WriteAllTextAsync(scenario, $"""
            systems: nats
            clients-on: [a, here]
            agents-folder: {RunningAgent.ControllerFolder(_folder.Path)}
            mode: round-trip
            stages: transport
            connections: 2
            rate: 200
            in-flight: 16
            duration: 1s
            warmup: 200ms
            out: {Out}
            """);
        var (code, output, error) = await GenieRun.RunAsync("bench", "--scenario", scenario);
        Assert.True(code == ExitCode.Success, output + error);
        var row = Assert.Single((await ReadAsync()).Runs);
        Assert.Equal(200, row.RateAsked);
        Assert.Equal(["client a 1", "client, worker here 1"], row.Agents!.Select(agent => $"{agent.Role} {agent.Name} {agent.Connections}"));
        Assert.All(row.Agents!, agent => Assert.InRange(agent.Requests, 1, 199));
    }

    [SkippableFact]
    public async Task What_an_agent_sends_may_be_the_users_own_and_is_kept_no_longer_than_that()
    {
        SkipWithoutNats();
        using var a = await RunningAgent.StartAsync("a", _folder.Path);
        var orders = Path.Combine(_folder.Path, "orders.jsonl");
        await File.WriteAllLinesAsync(orders, Enumerable.Range(0, 5000).Select(order => $"[{order}, \"{new string('x', order % 97)}\"]"));
        var image = Path.Combine(_folder.Path, "image.bin");
        await File.WriteAllBytesAsync(image, [.. Enumerable.Range(0, 100_000).Select(index => (byte)index)]);
        foreach (var (file, messages) in new[] { (orders, 5000), (image, 0) })
        {
            var (code, output, error) = await BenchAsync("--clients-on", "a,here", "--payload-file", file, "--connections", "2", "--duration", "1s", "--warmup", "200ms", "--confirmation", "buffered");
            Assert.True(code == ExitCode.Success, output + error);
            Assert.All((await ReadAsync()).Runs, row =>
            {
                Assert.All(row.Agents!.Where(agent => agent.Role.StartsWith("client", StringComparison.Ordinal)), agent => Assert.True(agent.Requests > 0, agent.Name));
                Assert.Equal((Path.GetFileName(file), messages, 0L, 0L), (row.PayloadFile, row.PayloadMessages, row.Ledger.Lost, row.Ledger.Corrupted));
            });
        }

        await WaitUntilAsync(() => !Directory.Exists(Path.Combine(_folder.Path, "a", "files")), "the end of the agent's files");
    }

    [SkippableTheory]
    [InlineData("a")]
    [InlineData("c")]
    [Trait("Tier", "nightly")]
    [Trait("Seconds", "15")]
    public async Task An_agent_that_is_killed_in_the_middle_fails_the_row_by_name_and_leaves_nothing_behind(string victim)
    {
        SkipWithoutNats();
        Skip.IfNot(OperatingSystem.IsLinux(), "processes are found in /proc");
        using var a = await RunningAgent.StartAsync("a", _folder.Path);
        using var c = await RunningAgent.StartAsync("c", _folder.Path);
        using var bench = GenieProcess.Start(Arguments("--clients-on", "a,here", "--worker-on", "c", "--mode", "round-trip", "--connections", "2", "--duration", "10m", "--warmup", "100ms", "--checkpoint", "200ms"));
        await WaitUntilAsync(() => HasPartialRow(), "a row under way");
        List<int> started = [.. a.Children, .. c.Children, .. RunningAgent.ChildrenOf(bench.Id)];
        Assert.True(started.Count >= 3, string.Join(' ', started));
        await (victim == "a" ? a : c).KillAsync();

        Assert.Equal(ExitCode.Failure, await bench.ExitAsync());
        var row = Assert.Single((await ReadAsync()).Runs);
        Assert.False(row.Valid);
        Assert.Contains(row.Marks, mark => mark.Kind == RowMarkKinds.Failed && mark.Text.Contains($"Agent '{victim}'", StringComparison.Ordinal) && mark.Text.Contains("is lost", StringComparison.Ordinal));
        await WaitUntilAsync(() => started.All(HasEnded), "processes that were started");
    }

    [SkippableFact]
    public async Task Ctrl_C_ends_the_agents_processes_and_keeps_what_was_measured()
    {
        SkipWithoutNats();
        Skip.IfNot(OperatingSystem.IsLinux(), "processes are found in /proc");
        using var a = await RunningAgent.StartAsync("a", _folder.Path);
        using var bench = GenieProcess.Start(Arguments("--clients-on", "a", "--worker-on", "a", "--mode", "round-trip", "--connections", "2", "--duration", "10m", "--warmup", "100ms", "--checkpoint", "200ms"));
        await WaitUntilAsync(() => HasPartialRow(), "a row under way");
        await bench.PressCtrlCAsync();
        Assert.Equal(ExitCode.Interrupted, await bench.ExitAsync());
        var results = await ReadAsync();
        Assert.True(results.Partial);
        var row = Assert.Single(results.Runs);
        Assert.True(row.Requests > 0);
        Assert.Equal(row.Ledger.Sent, row.Ledger.Delivered + row.Ledger.Lost);
        await WaitUntilAsync(() => a.Children.Count == 0, "processes of the agent");
    }

    [Theory]
    [InlineData("No agent 'b' is enrolled here", "nats", "--clients-on", "b")]
    [InlineData("--network", "nats", "--clients-on", "here", "--worker-on", "b", "--network", "lan")]
    [InlineData("--ladder", "nats", "--worker-on", "b", "--ladder")]
    [InlineData("--worker-command", "nats", "--worker-on", "b", "--worker-command", "true")]
    public async Task What_does_not_go_together_is_named_before_anything_is_started(string said, params string[] arguments)
    {
        var (code, _, error) = await GenieRun.RunAsync(["bench", .. arguments, "--agents-folder", _folder.Path, "--out", Out]);
        Assert.Equal(ExitCode.BadArguments, code);
        Assert.Contains(said, error, StringComparison.Ordinal);
    }

    private static void SkipWithoutNats()
    {
        var unavailable = ServerUnderTest.WhyUnavailable("nats", NatsServer.IsInstalled);
        Skip.If(unavailable is not null, unavailable);
    }

    private string[] Arguments(params string[] arguments) =>
        ["bench", "nats", "--stages", "transport", "--agents-folder", RunningAgent.ControllerFolder(_folder.Path), "--out", Out, .. arguments];

    private Task<(int ExitCode, string Output, string Error)> BenchAsync(params string[] arguments) => GenieRun.RunAsync(Arguments(arguments));

    private Task<BenchResults> ReadAsync() => ResultsFile.ReadAsync(Path.Combine(Out, "results.json"), default);

    private bool HasPartialRow()
    {
        try
        {
            return File.Exists(Path.Combine(Out, "results.json")) && File.ReadAllText(Path.Combine(Out, "results.json")).Contains("still being measured", StringComparison.Ordinal);
        }
        catch (IOException)
        {
            return false;
        }
    }

    // One that has ended and that nobody collects, because its parent was killed in a container without an init, has ended all the same.
    private static bool HasEnded(int id)
    {
        try
        {
            var stat = File.ReadAllText($"/proc/{id}/stat");
            return stat[stat.LastIndexOf(')') + 2] == 'Z';
        }
        catch (IOException)
        {
            return true;
        }
    }

    private static async Task WaitUntilAsync(Func<bool> condition, string what)
    {
        var begin = System.Diagnostics.Stopwatch.GetTimestamp();
        while (!condition())
        {
            Assert.True(System.Diagnostics.Stopwatch.GetElapsedTime(begin) < WaitTimeout, $"Waited in vain for {what}.");
            await Task.Delay(100);
        }
    }
}
