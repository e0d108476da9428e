using System.Diagnostics;
using Genie.Benchmarks.Commands;
using Genie.Benchmarks.Reporting;
using Genie.Benchmarks.Reporting.Model;
using Genie.Benchmarks.Tests.Commands;
using Genie.Servers;
using Genie.Testing;

namespace Genie.Benchmarks.Tests.Agents;

/// <summary>Agents with networks of their own: the machine that leads and the server stand in the middle, and each agent at the end of a wire.</summary>
[Trait("Tier", "nightly")]
[Trait("Seconds", "40")]
public sealed class AgentNamespaceTests : IDisposable
{
    private static readonly TimeSpan WaitTimeout = TimeSpan.FromMinutes(3);

    private readonly TemporaryFolder _folder = new();
    private readonly List<IDisposable> _running = [];

    private string Out => Path.Combine(_folder.Path, "out");

    public void Dispose()
    {
        foreach (var each in _running.AsEnumerable().Reverse()) each.Dispose();
        _folder.Dispose();
    }

    [SkippableFact]
    public async Task A_wire_that_is_full_is_marked_and_one_that_is_not_is_not()
    {
        var namespaces = Prepare();
        var lack = namespaces.Limit(1, megabits: 20);
        Skip.If(lack is not null, $"no limited wires here: {lack}");
        var server = await StartServerAsync(namespaces);
        await StartAgentAsync(namespaces, "a", 1);
        await StartAgentAsync(namespaces, "b", 2);

        var (code, output, error) = await BenchAsync(namespaces, "--clients-on", "a", "--worker-on", "b", "--broker-option", server, "--payload", "32KiB", "--connections", "4", "--in-flight", "4", "--duration", "2s", "--warmup", "500ms");
        Assert.True(code == ExitCode.Success, output + error);
        var row = Assert.Single((await ReadAsync()).Runs);
        Assert.Contains(row.Marks, mark => mark.Kind == RowMarkKinds.AgentSaturated && mark.Text.Contains("client 'a'", StringComparison.Ordinal) && mark.Text.Contains("bandwidth", StringComparison.Ordinal));
        Assert.DoesNotContain(row.Marks, mark => mark.Text.Contains("worker 'b'", StringComparison.Ordinal) && mark.Text.Contains("bandwidth", StringComparison.Ordinal));
        Assert.Equal(row.Ledger.Sent, row.Ledger.Delivered);

        // All namespaces have one clock.
        Assert.All(row.Agents!, agent => Assert.True(Math.Abs(agent.ClockOffsetMicroseconds) <= agent.ClockUncertaintyMicroseconds + 1, $"{agent}"));
        Assert.True(row.OneWayMicroseconds is not null || row.Remarks.Any(remark => remark.StartsWith("one-way times are left out", StringComparison.Ordinal)));

        (code, output, error) = await BenchAsync(namespaces, "--clients-on", "a,b", "--worker-on", "b", "--broker-option", server, "--rate", "50", "--connections", "2", "--in-flight", "8", "--duration", "2s", "--warmup", "500ms");
        Assert.True(code == ExitCode.Success, output + error);
        row = Assert.Single((await ReadAsync()).Runs);
        Assert.DoesNotContain(row.Marks, mark => mark.Text.Contains("bandwidth", StringComparison.Ordinal));
        Assert.Equal(["client a", "client, worker b"], row.Agents!.Select(agent => $"{agent.Role} {agent.Name}"));
    }

    [SkippableFact]
    public async Task A_server_that_agents_cannot_reach_is_not_measured_and_it_is_said_what_to_do()
    {
        var namespaces = Prepare();
        await StartAgentAsync(namespaces, "a", 1);
        foreach (var settings in (string[][])[[], ["--broker-option", "nats.url=nats://127.0.0.1:4222"]])
        {
            var (code, output, error) = await BenchAsync(namespaces, ["--clients-on", "a", "--connections", "1", .. settings]);
            Assert.Equal(ExitCode.Failure, code);
            Assert.Contains("cannot be reached by agent 'a' at 10.98.1.2", output + error, StringComparison.Ordinal);
            Assert.Contains("--broker-option nats.", output + error, StringComparison.Ordinal);
        }
    }

    [SkippableFact]
    public async Task A_wire_that_is_cut_fails_the_row_and_both_sides_end_what_they_run()
    {
        var namespaces = Prepare();
        var server = await StartServerAsync(namespaces);
        var agent = await StartAgentAsync(namespaces, "a", 1);
        using var bench = GenieProcess.StartBy(namespaces.Middle, Arguments("--clients-on", "a", "--broker-option", server, "--connections", "1", "--duration", "10m", "--warmup", "100ms", "--checkpoint", "200ms"));
        await WaitUntilAsync(() => agent.Children.Count > 0 && File.Exists(Path.Combine(Out, "results.json")), "a row under way");
        namespaces.Cut(1);
        Assert.Equal(ExitCode.Failure, await bench.ExitAsync());
        var row = Assert.Single((await ReadAsync()).Runs);
        Assert.Contains(row.Marks, mark => mark.Kind == RowMarkKinds.Failed && mark.Text.Contains("Agent 'a'", StringComparison.Ordinal));
        await WaitUntilAsync(() => agent.Children.Count == 0, "the end of the agent's processes");
    }

    private NetworkNamespaces Prepare()
    {
        var unavailable = Executables.Find("nats-server") is null ? ServerUnderTest.WhyUnavailable("nats", isInstalled: false) ?? "nats-server is not installed" : null;
        Skip.If(unavailable is not null, unavailable);
        var (namespaces, lack) = NetworkNamespaces.Create(2);
        Skip.If(namespaces is null, lack);
        _running.Add(namespaces!);
        return namespaces!;
    }

    private async Task<string> StartServerAsync(NetworkNamespaces namespaces)
    {
        const int Port = 4222;
        string[] command = [.. namespaces.Middle, Executables.Find("nats-server")!, "--addr", "0.0.0.0", "--port", $"{Port}"];
        var process = Process.Start(new ProcessStartInfo(command[0], command[1..]) { RedirectStandardError = true })!;
        _running.Add(new Ending(process));
        while (await process.StandardError.ReadLineAsync().WaitAsync(WaitTimeout) is { } line)
        {
            if (!line.Contains("Server is ready", StringComparison.Ordinal)) continue;
            _ = process.StandardError.ReadToEndAsync();
            return $"nats.url=nats://{NetworkNamespaces.MiddleAddress}:{Port}";
        }

        throw new InvalidOperationException("nats-server ended before it was ready.");
    }

    private async Task<RunningAgent> StartAgentAsync(NetworkNamespaces namespaces, string name, int number)
    {
        var agent = await RunningAgent.StartAsync(name, _folder.Path, NetworkNamespaces.AddressOf(number), namespaces.Exec(number), namespaces.Middle);
        _running.Add(agent);
        return agent;
    }

    private string[] Arguments(params string[] arguments) =>
        ["bench", "nats", "--stages", "transport", "--mode", "round-trip", "--agents-folder", RunningAgent.ControllerFolder(_folder.Path), "--out", Out, .. arguments];

    private Task<(int ExitCode, string Output, string Error)> BenchAsync(NetworkNamespaces namespaces, params string[] arguments) => GenieProcess.RunByAsync(namespaces.Middle, Arguments(arguments));

    private Task<BenchResults> ReadAsync() => ResultsFile.ReadAsync(Path.Combine(Out, "results.json"), default);

    private static async Task WaitUntilAsync(Func<bool> condition, string what)
    {
        var begin = Stopwatch.GetTimestamp();
        while (!condition())
        {
            Assert.True(Stopwatch.GetElapsedTime(begin) < WaitTimeout, $"Waited in vain for {what}.");
            await Task.Delay(100);
        }
    }

    private sealed class Ending(Process process) : IDisposable
    {
        public void Dispose()
        {
            if (!process.HasExited) process.Kill();
            process.Dispose();
        }
    }
}
