using System.Collections.Concurrent;
using System.Diagnostics;
using System.Text;
using Grpc.Core;
using Grpc.Net.Client;
using Grpc.Net.Client.Balancer;
using Grpc.Net.Client.Configuration;
using Microsoft.Extensions.DependencyInjection;

namespace Genie.Benchmarks.Commands.Relay.Bench;

/// <summary>Users that become more from stage to stage; each calls, pauses, and calls again.</summary>
internal static class Ramp
{
    private static readonly TimeSpan CallTimeout = TimeSpan.FromSeconds(30);
    private static readonly Method<byte[], byte[]> Mixed = TrialWorker.Method(MethodType.Unary, "Mixed");

    /// <summary>Measures one deployment.</summary>
    public static async Task<RampResult> RunAsync(RampPlan plan, IDeployment deployment, CancellationToken cancellationToken)
    {
        using var channel = OpenChannel(deployment.Ports);
        var invoker = channel.CreateCallInvoker();
        var times = new ConcurrentBag<TimeSpan>();
        var errors = new ConcurrentQueue<string>();
        var kills = 0;
        using var end = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        end.CancelAfter(plan.Duration);
        var users = Enumerable.Range(0, plan.Users).Select(user => UserAsync(invoker, plan, StartOf(user, plan), times, errors, end.Token)).ToList();
        var killing = KillAsync();
        var replacing = ReplaceAsync();
        await Task.WhenAll([.. users, killing, replacing]).ConfigureAwait(false);
        cancellationToken.ThrowIfCancellationRequested();
        var sorted = times.Order().ToArray();
        return new RampResult(sorted.Length + errors.Count, errors.Count, At(sorted, 0.5), At(sorted, 0.95), kills, errors.TryPeek(out var first) ? first : "");

        async Task KillAsync()
        {
            while (plan.KillEvery is { } every && await DelayAsync(every, end.Token).ConfigureAwait(false))
            {
                if (await deployment.KillOneAsync(cancellationToken).ConfigureAwait(false)) kills++;
            }
        }

        async Task ReplaceAsync()
        {
            if (plan.IsReplaced && await DelayAsync(plan.Duration / 2, end.Token).ConfigureAwait(false)) deployment.Replace();
        }
    }

    /// <summary>gRPC's own balancer, round robin: it knows no queue and no load.</summary>
    private static GrpcChannel OpenChannel(IReadOnlyList<int> ports)
    {
        var services = new ServiceCollection();
        services.AddSingleton<ResolverFactory>(new StaticResolverFactory(_ => [.. ports.Select(port => new BalancerAddress("127.0.0.1", port))]));
        return GrpcChannel.ForAddress("static:///workers", new GrpcChannelOptions
        {
            Credentials = ChannelCredentials.Insecure,
            ServiceProvider = services.BuildServiceProvider(),
            ServiceConfig = new ServiceConfig { LoadBalancingConfigs = { new RoundRobinConfig() } },
        });
    }

    // A third of the users from the first stage on, evenly over each stage.
    private static TimeSpan StartOf(int user, RampPlan plan) => plan.Duration * user / plan.Users * 0.9;

    private static async Task UserAsync(
        CallInvoker invoker, RampPlan plan, TimeSpan start, ConcurrentBag<TimeSpan> times, ConcurrentQueue<string> errors, CancellationToken end)
    {
        var request = Encoding.ASCII.GetBytes(plan.Request);
        if (!await DelayAsync(start, end).ConfigureAwait(false)) return;
        do
        {
            var began = Stopwatch.GetTimestamp();
            try
            {
                using var call = invoker.AsyncUnaryCall(Mixed, null, new CallOptions(deadline: DateTime.UtcNow + CallTimeout), request);
                await call.ResponseAsync.ConfigureAwait(false);
                times.Add(Stopwatch.GetElapsedTime(began));
            }
            catch (RpcException error)
            {
                errors.Enqueue($"{error.StatusCode}: {error.Status.Detail}");
            }
        }
        while (await DelayAsync(plan.Pause, end).ConfigureAwait(false));
    }

    private static async Task<bool> DelayAsync(TimeSpan time, CancellationToken end)
    {
        await Task.Delay(time, end).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        return !end.IsCancellationRequested;
    }

    private static TimeSpan At(TimeSpan[] sorted, double share) => sorted.Length == 0 ? TimeSpan.Zero : sorted[(int)Math.Min(sorted.Length - 1, share * sorted.Length)];
}
