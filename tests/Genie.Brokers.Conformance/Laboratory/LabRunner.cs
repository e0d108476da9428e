using System.Diagnostics;
using Genie.Brokers.Conformance.Tools;

namespace Genie.Brokers.Conformance.Laboratory;

/// <summary>Runs the laboratory's checks, one after the other: they watch the whole process.</summary>
public static class LabRunner
{
    private const double ConnectionsPerSecondMax = 40;
    private const long LeakedBytesMax = 16 << 20;

    private static readonly TimeSpan ArriveTimeout = TimeSpan.FromSeconds(15);
    private static readonly TimeSpan LeaveTimeout = TimeSpan.FromSeconds(15);
    private static readonly TimeSpan CheckTimeout = TimeSpan.FromMinutes(6);

    /// <summary>Runs one check. Throws nothing but <see cref="OperationCanceledException"/> for <paramref name="cancellationToken"/>.</summary>
    /// <param name="check">Which.</param>
    /// <param name="subject">The driver with its server.</param>
    /// <param name="duration">How long faults last.</param>
    /// <param name="seed">What is drawn by lot follows from it.</param>
    /// <param name="cancellationToken">Ends it early.</param>
    public static async Task<LabResult> RunAsync(LabCheck check, ConformanceSubject subject, TimeSpan duration, int seed, CancellationToken cancellationToken)
    {
        if (LackOf(check, subject) is { } lack) return new LabResult { Check = check, NotApplicable = lack, Seed = seed };
        var watch = Stopwatch.StartNew();
        try
        {
            // On the pool and with a wait of its own: a driver that blocks or ignores its token is still reported.
            return await Task.Run(() => RunCheckAsync(check, subject, duration, seed, cancellationToken), cancellationToken)
                .WaitAsync(CheckTimeout, cancellationToken).ConfigureAwait(false);
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            throw;
        }
        catch (Exception error)
        {
            return new LabResult { Check = check, Failures = [error is TimeoutException ? $"no end within {watch.Elapsed.TotalSeconds:0} s" : error.Message], Seed = seed };
        }
    }

    private static string? LackOf(LabCheck check, ConformanceSubject subject) => check.Needs switch
    {
        LabNeed.OwnServer when subject.CrashAndRestartServer is null || subject.PauseServer is null => "no server that may be killed",
        LabNeed.Proxy when subject is not { AtPort: not null, ServerPort: > 0 } => "its clients are told where the server is, or there is none",
        LabNeed.Passwords when subject is not { WithWrongPassword: not null, AnyPasswordPort: > 0 } => "no server here can be had that asks for a password and one that does not",
        _ => null,
    };

    private static async Task<LabResult> RunCheckAsync(LabCheck check, ConformanceSubject subject, TimeSpan duration, int seed, CancellationToken cancellationToken)
    {
        var before = ProcessCensus.Take();
        var heapBytes = HeapBytes();
        var result = await InflictAsync(check, subject, duration, seed, cancellationToken).ConfigureAwait(false);
        string? left = null;
        for (var end = Environment.TickCount64 + (long)LeaveTimeout.TotalMilliseconds; (left = ProcessCensus.Take().BeyondOf(before)) is not null && Environment.TickCount64 < end;)
        {
            await Task.Delay(100, cancellationToken).ConfigureAwait(false);
        }

        var leakedBytes = Math.Max(0, HeapBytes() - heapBytes);
        List<string> failures = [.. result.Failures];
        if (left is not null) failures.Add($"left behind: {left}");
        if (leakedBytes > LeakedBytesMax) failures.Add($"{leakedBytes >> 20} MiB of the heap remain");
        return result with { LeakedBytes = leakedBytes, Failures = failures };
    }

    private static async Task<LabResult> InflictAsync(LabCheck check, ConformanceSubject subject, TimeSpan duration, int seed, CancellationToken cancellationToken)
    {
        var scene = await LabScene.OpenAsync(subject, check, duration, seed, cancellationToken).ConfigureAwait(false);
        await using (scene.ConfigureAwait(false))
        {
            var (connections, watch) = (scene.Connections, Stopwatch.StartNew());
            await check.InflictAsync(scene, cancellationToken).ConfigureAwait(false);
            var weather = watch.Elapsed;
            connections = scene.Connections - connections;
            var verdict = new LabVerdict(scene);
            var result = check.Disposes ? await verdict.AfterDisposalAsync().ConfigureAwait(false) : await verdict.AfterRecoveryAsync(ArriveTimeout, cancellationToken).ConfigureAwait(false);
            var rate = weather >= TimeSpan.FromSeconds(1) ? connections / weather.TotalSeconds : 0;
            if (rate > ConnectionsPerSecondMax) verdict.Fail(FormattableString.Invariant($"{rate:0} connections a second"));
            if (check.KeepsLink && connections > 0) verdict.Fail($"the link was lost, {connections} further connections");
            await scene.DeleteChannelAsync().ConfigureAwait(false);
            return result with { ConnectionsPerSecond = rate, Failures = verdict.Failures, ContractFailures = verdict.ContractFailures };
        }
    }

    private static long HeapBytes()
    {
        for (var i = 0; i < 2; i++)
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }

        return GC.GetTotalMemory(forceFullCollection: true);
    }
}
