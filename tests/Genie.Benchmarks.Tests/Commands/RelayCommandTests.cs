using System.Text.Json;
using Genie.Benchmarks.Commands;
using Genie.Benchmarks.Load.Soak;
using Genie.Testing;
using Genie.Testing.Grpc;

namespace Genie.Benchmarks.Tests.Commands;

public sealed class RelayCommandTests
{
    [Fact]
    public async Task Check_says_what_a_right_file_does()
    {
        using var folder = new TemporaryFolder();
        var file = folder.Write("relay.yml", "workers: { count: 4, pool_size: 3 }\n");
        var (code, output, _) = await GenieRun.RunAsync("relay", "check", file);
        Assert.Equal((ExitCode.Success, $"{file} is right: port 8080, 4 workers of 3 calls each, from port 9000.\n"), (code, output));
    }

    [Fact]
    public async Task Check_names_every_mistake_with_its_line()
    {
        using var folder = new TemporaryFolder();
        var file = folder.Write("relay.yml", "workers:\n  count: none\nsever:\n  port: 1\n");
        var (code, _, error) = await GenieRun.RunAsync("relay", "check", file);
        Assert.Equal((ExitCode.Failure, $"{file}:2: workers.count: 'none' is no whole number.\n{file}:3: 'sever' is no section. Did you mean 'server'?\n"), (code, error));
        Assert.Equal(ExitCode.BadArguments, (await GenieRun.RunAsync("relay", "--config", file)).ExitCode);
        Assert.Equal(ExitCode.BadArguments, (await GenieRun.RunAsync("relay", "check", file + ".gone")).ExitCode);
    }

    [SkippableFact]
    [Trait("Tier", "nightly")]
    [Trait("Seconds", "15")]
    public async Task Two_relays_of_three_workers_lose_no_call_while_workers_are_killed_and_replaced()
    {
        Skip.If(PythonPeer.WhyUnavailable() is not null, PythonPeer.WhyUnavailable());
        var (code, output, error) = await GenieRun.RunAsync("relay", "bench", "--stage", "1500ms", "--users", "6", "--kill-every", "2s", "--replace", "--idempotent");
        Assert.True(code == ExitCode.Success, output + error);
        Assert.Contains("named as idempotent", output, StringComparison.Ordinal);
        Assert.Contains("| relay, 2 x 3 workers | ", output, StringComparison.Ordinal);
        Assert.Contains("| 6 single workers | ", output, StringComparison.Ordinal);
    }

    [SkippableFact]
    [Trait("Tier", "nightly")]
    [Trait("Seconds", "10")]
    public async Task A_soak_tells_how_memory_goes_and_that_calls_end_as_they_should()
    {
        Skip.If(PythonPeer.WhyUnavailable() is not null, PythonPeer.WhyUnavailable());
        var (code, output, error) = await GenieRun.RunAsync("relay", "soak", "--duration", "6s", "--sample", "1s", "--rate", "30", "--streams", "2");
        Assert.True(code == ExitCode.Success, output + error);
        Assert.Contains("| 0.1 min | ", output, StringComparison.Ordinal);
        Assert.Contains(" | OK | answered |", output, StringComparison.Ordinal);
        Assert.Contains(" | NotFound | failing |", output, StringComparison.Ordinal);
        Assert.Contains(" | DeadlineExceeded | too late |", output, StringComparison.Ordinal);
        Assert.Contains(" | OK | stream |", output, StringComparison.Ordinal);
    }

    [Fact]
    public void The_slope_of_memory_is_that_of_its_readings()
    {
        var memory = new MemoryCurve(1000);
        Assert.Null(memory.BytesPerHour(TimeSpan.Zero));
        for (var minute = 1; minute <= 6; minute++) memory.Add(TimeSpan.FromMinutes(minute), 1000 + (10 * minute) + (minute % 2 == 0 ? 1 : -1));
        Assert.Equal(600, memory.BytesPerHour(TimeSpan.FromMinutes(1))!.Value, 20.0);
        Assert.Equal(1021, memory.BytesAt(TimeSpan.FromSeconds(150)));
    }

    [SkippableFact]
    public async Task It_replaces_workers_on_SIGHUP_and_ends_on_SIGTERM()
    {
        Skip.If(PythonPeer.WhyUnavailable() is not null, PythonPeer.WhyUnavailable());
        using var folder = new TemporaryFolder();
        var worker = Path.Combine(RepositoryRoot.Find(), "Genie.Benchmarks", "Commands", "Relay", "Trial", "trial_worker.py");
        var file = folder.Write("relay.yml", $$"""
            log: { level: info }
            server: { host: 127.0.0.1, port: 0 }
            health_check: { interval: 60s, timeout: 60s }
            workers: { count: 1, start_timeout: 120s, stop_timeout: 60s, start_port: {{Genie.Servers.Ports.PickFreeRange(4)}}, command: [{{PythonPeer.Executable}}, '{{worker}}', --listen, '127.0.0.1:{port}'] }
            probes: { port: 0 }
            metrics: { port: 0 }
            """);
        using var relay = GenieProcess.Start("relay", "--config", file);
        using (var line = JsonDocument.Parse(await relay.WaitForLineAsync("worker-0 serves"))) Assert.Equal("Information", line.RootElement.GetProperty("LogLevel").GetString());
        await relay.SignalAsync("HUP");

        // Another number than 1 if somebody else has the port of that one.
        await relay.WaitForLineAsync(" serves");
        await relay.WaitForLineAsync("worker-0 ended with code 0 (replacement)");
        await relay.SignalAsync("TERM");
        await relay.WaitForLineAsync(" ended with code 0 (stop)");
        Assert.Equal(ExitCode.Success, await relay.ExitAsync());
    }
}
