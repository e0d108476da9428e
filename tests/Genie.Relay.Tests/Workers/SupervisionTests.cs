using System.Diagnostics;
using System.Globalization;
using System.Net;
using System.Net.Sockets;
using Genie.Relay.Configuration;
using Genie.Relay.Tests.Running;
using Genie.Servers;
using Genie.Testing;
using Grpc.Core;

namespace Genie.Relay.Tests.Workers;

public sealed class SupervisionTests
{
    [SkippableFact]
    public async Task Workers_that_are_killed_one_after_the_other_cost_no_call_of_an_idempotent_method()
    {
        await using var relay = await TestRelay.StartAsync(options => options with { Server = options.Server with { IdempotentMethods = ["/trial.Work/*"] }, Clock = new ManualClock() });
        using var stop = new CancellationTokenSource();
        var load = LoadAsync(relay, stop.Token);
        for (var kills = 0; kills < 3; kills++)
        {
            var victim = (await relay.FiguresAsync()).Serving[0];
            using (var process = Process.GetProcessById(victim.ProcessId)) process.Kill();
            await relay.PassTimeUntilAsync(async () => await relay.FiguresAsync() is { Serving.Count: 2 } figures && figures.Workers.All(worker => worker.ProcessId != victim.ProcessId));
        }

        await stop.CancelAsync();
        Assert.True(await load > 0);
    }

    [SkippableFact]
    public async Task Workers_are_replaced_one_by_one_and_no_call_notices()
    {
        await using var relay = await TestRelay.StartAsync();
        var before = (await relay.FiguresAsync()).Workers.Select(worker => worker.ProcessId).ToHashSet();
        using var stop = new CancellationTokenSource();
        var load = LoadAsync(relay, stop.Token);
        relay.Host.ReplaceWorkers();
        await TestRelay.UntilAsync(async () =>
        {
            var figures = await relay.FiguresAsync();
            Assert.True(figures.Serving.Count >= 2);
            return figures.Workers.Count == 2 && figures.Workers.All(worker => worker.Generation == 1 && !before.Contains(worker.ProcessId));
        });
        await stop.CancelAsync();
        Assert.True(await load > 0);
    }

    [SkippableFact]
    public async Task A_stop_lets_calls_end_and_leaves_no_process()
    {
        var relay = await TestRelay.StartAsync();
        var processes = (await relay.FiguresAsync()).Workers.Select(worker => worker.ProcessId).ToList();
        using var call = await relay.HoldAsync();
        var stop = relay.Host.StopAsync();
        Assert.Contains(int.Parse(await call.ReleaseAsync(), CultureInfo.InvariantCulture), processes);
        await stop;
        Assert.DoesNotContain(processes, id => Directory.Exists($"/proc/{id}"));
        await relay.DisposeAsync();
    }

    [SkippableFact]
    public async Task Workers_may_listen_on_Unix_sockets()
    {
        await using var relay = await TestRelay.StartAsync(options => options with { Workers = options.Workers with { Command = TrialWorker.Command("unix:{socket}") } });
        Assert.Equal("hello", await relay.CallAsync("Echo", "hello"));
        Assert.All((await relay.FiguresAsync()).Workers, worker => Assert.EndsWith(".sock", worker.Address, StringComparison.Ordinal));
    }

    [SkippableFact]
    public async Task A_worker_without_health_service_is_watched_by_its_port()
    {
        await using var relay = await TestRelay.StartAsync(options => options with
        {
            Workers = options.Workers with { Count = 1, Command = TrialWorker.Command("127.0.0.1:{port}", "--no-health") },
            HealthCheck = options.HealthCheck with { Type = HealthCheckType.Tcp },
        });
        Assert.Equal("hello", await relay.CallAsync("Echo", "hello"));
    }

    [SkippableFact]
    public async Task A_worker_that_says_that_it_does_not_serve_gets_no_calls_and_then_ends()
    {
        await using var relay = await TestRelay.StartAsync(options => options with { HealthCheck = options.HealthCheck with { Failures = 1 }, Clock = new ManualClock() });
        var before = (await relay.FiguresAsync()).Workers.Select(worker => worker.ProcessId).ToList();
        await relay.CallAsync("SetHealth", "0");
        await relay.PassTimeUntilAsync(async () => await relay.FiguresAsync() is { Serving.Count: 2 } figures && figures.Workers.Any(worker => !before.Contains(worker.ProcessId)));
        Assert.Equal("hello", await relay.CallAsync("Echo", "hello"));
    }

    [SkippableFact]
    public async Task A_worker_that_takes_too_much_memory_is_replaced()
    {
        await using var relay = await TestRelay.StartAsync(options => options with
        {
            Workers = options.Workers with { Count = 1, MemoryLimitBytes = 200 << 20 },
            Clock = new ManualClock(),
        });
        var before = (await relay.FiguresAsync()).Workers.Single().ProcessId;
        await relay.CallAsync("Grow", "300");
        await relay.PassTimeUntilAsync(async () => (await relay.FiguresAsync()).Workers is [var only] && only.ProcessId != before);
    }

    [SkippableFact]
    public async Task There_are_more_workers_while_calls_wait_and_fewer_afterwards()
    {
        await using var relay = await TestRelay.StartAsync(options => options with
        {
            Workers = options.Workers with { Count = 1, MaxCount = 2, PoolSize = 1, ScaleUpWait = TimeSpan.FromMilliseconds(20), ScaleDownAfter = TimeSpan.FromSeconds(2) },
            Clock = new ManualClock(),
        });
        using var stop = new CancellationTokenSource();
        var load = LoadAsync(relay, stop.Token);
        await relay.PassTimeUntilAsync(async () => (await relay.FiguresAsync()).Serving.Count == 2);
        await stop.CancelAsync();
        await load;
        await relay.PassTimeUntilAsync(async () => (await relay.FiguresAsync()).Workers.Count == 1);
    }

    [SkippableFact]
    public async Task A_port_that_another_program_has_is_left_out()
    {
        var port = Ports.PickFree();
        using var other = new TcpListener(IPAddress.Loopback, port);
        other.Start();
        await using var relay = await TestRelay.StartAsync(options => options with { Workers = options.Workers with { Count = 1, StartPort = port } });
        Assert.NotEqual("worker-0", (await relay.FiguresAsync()).Workers.Single().Name);
    }

    /// <summary>Four callers at once until the end; a call that fails fails the test.</summary>
    private static async Task<int> LoadAsync(TestRelay relay, CancellationToken stop)
    {
        var calls = 0;
        await Task.WhenAll(Enumerable.Range(0, 4).Select(async _ =>
        {
            while (!stop.IsCancellationRequested)
            {
                var status = await relay.StatusOfAsync("Mixed", "20,5");
                Assert.True(status.StatusCode == StatusCode.OK, status.ToString());
                Interlocked.Increment(ref calls);
            }
        }));
        return calls;
    }
}
