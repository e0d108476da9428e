using System.Diagnostics;
using Genie.Benchmarks.Load.Control;
using Genie.Benchmarks.Measurement;

namespace Genie.Benchmarks.Load.Calls;

/// <summary>The process that makes calls: connects where it is told to, makes as many as it is told to.</summary>
internal sealed class CallClientProcess(CallSystem system) : IAsyncDisposable
{
    private ICallClient? _client;

    /// <summary>Does what it is told until its input ends.</summary>
    public static async Task RunAsync(CallSystem system, JsonLineChannel channel, CancellationToken cancellationToken)
    {
        await using var process = new CallClientProcess(system);
        while (await channel.ReceiveAsync(CallJsonContext.Default.CallOrder, cancellationToken).ConfigureAwait(false) is { } order)
            await channel.SendAsync(await process.DoAsync(order).ConfigureAwait(false), CallJsonContext.Default.CallReport, cancellationToken).ConfigureAwait(false);
    }

    /// <inheritdoc/>
    public ValueTask DisposeAsync() => _client?.DisposeAsync() ?? ValueTask.CompletedTask;

    // Each library fails in its own ways, and whatever it is, it belongs into the table's cell.
    private async Task<CallReport> DoAsync(CallOrder order)
    {
        try
        {
            if (order.Connect is { } address) await ConnectAsync(address).ConfigureAwait(false);
            return order.Run is { } batch ? await MakeAsync(batch).ConfigureAwait(false) : new CallReport();
        }
        catch (Exception error)
        {
            return new CallReport { Error = $"{error.GetType().Name}: {error.Message}" };
        }
    }

    private async Task ConnectAsync(CallAddress address)
    {
        await DisposeAsync().ConfigureAwait(false);
        _client = null;
        _client = await system.ConnectAsync(address).ConfigureAwait(false);
    }

    private async Task<CallReport> MakeAsync(CallBatch batch)
    {
        var client = _client ?? throw new InvalidOperationException("The client has no connection.");
        var (ticks, made) = (new long[batch.Calls], 0);
        GC.Collect();
        var (before, start) = (ProcessUsage.Now(), Stopwatch.GetTimestamp());
        await Task.WhenAll(Enumerable.Range(0, batch.Callers).Select(caller => Task.Run(async () =>
        {
            for (var call = Interlocked.Increment(ref made); call <= ticks.Length; call = Interlocked.Increment(ref made))
            {
                var begun = Stopwatch.GetTimestamp();
                await client.CallAsync(caller).ConfigureAwait(false);
                ticks[call - 1] = Stopwatch.GetTimestamp() - begun;
            }
        }))).ConfigureAwait(false);
        var (elapsed, usage) = (Stopwatch.GetElapsedTime(start), ProcessUsage.Now().Since(before));
        Array.Sort(ticks);
        return new CallReport { Usage = CallServerProcess.UsageOf(usage), Times = new CallTimes(elapsed.TotalMicroseconds, Percentile(ticks, 0.5), Percentile(ticks, 0.99)) };
    }

    // Of the sorted values, the smallest that is no less than so large a share of them.
    private static double Percentile(long[] sorted, double share) =>
        Stopwatch.GetElapsedTime(0, sorted[Math.Max(0, (int)Math.Ceiling(share * sorted.Length) - 1)]).TotalMicroseconds;
}
