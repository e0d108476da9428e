using System.Diagnostics;
using Genie.Grains;

namespace Genie.Benchmarks.Commands.Micro;

/// <summary>Measures a runtime whose grains count, so that every message that is said to be handled was.</summary>
internal static class GrainsMicroRun
{
    private const int Grains = 256;
    private const int Senders = 2;
    private const int Callers = 256;
    private const int Batch = 1024;
    private const double BytesPerMegabyte = 1 << 20;

    /// <summary>Makes so many grains live with a call each, and weighs the process.</summary>
    public static async Task<GrainsMicroResult> MeasureLiveAsync(int grains)
    {
        await using var runtime = new GrainRuntime(new GrainRuntimeOptions { LiveGrainsMax = grains });
        var counters = Register(runtime);
        var start = Stopwatch.GetTimestamp();
        for (var i = 0; i < grains; i++) await counters.CallAsync($"grain-{i}", 1, CancellationToken.None).ConfigureAwait(false);
        return Result("activate", grains / Stopwatch.GetElapsedTime(start).TotalSeconds, runtime.LiveGrains);
    }

    /// <summary>Messages without answers from two senders to 256 grains, counted when handled.</summary>
    public static async Task<GrainsMicroResult> MeasureOneWayAsync(TimeSpan time)
    {
        await using var runtime = new GrainRuntime();
        var counters = Register(runtime);
        var keys = Keys();
        await SendAsync(counters, keys, TimeSpan.FromSeconds(1)).ConfigureAwait(false);
        var before = await TotalAsync(counters, keys).ConfigureAwait(false);
        var start = Stopwatch.GetTimestamp();
        var sent = await SendAsync(counters, keys, time).ConfigureAwait(false);
        var handled = await TotalAsync(counters, keys).ConfigureAwait(false) - before;
        if (handled != sent) throw new InvalidOperationException($"{sent} messages were sent, {handled} handled.");
        return Result("one-way", handled / Stopwatch.GetElapsedTime(start).TotalSeconds, runtime.LiveGrains);
    }

    /// <summary>Calls from 256 callers, each of which waits for its answer before the next.</summary>
    public static async Task<GrainsMicroResult> MeasureCallsAsync(TimeSpan time)
    {
        await using var runtime = new GrainRuntime();
        var counters = Register(runtime);
        var keys = Keys();
        await CallAsync(counters, keys, TimeSpan.FromSeconds(1)).ConfigureAwait(false);
        var start = Stopwatch.GetTimestamp();
        var calls = await CallAsync(counters, keys, time).ConfigureAwait(false);
        return Result("call", calls / Stopwatch.GetElapsedTime(start).TotalSeconds, runtime.LiveGrains);
    }

    private static GrainKind<int, long> Register(GrainRuntime runtime) => runtime.Register<int, long>("counter", _ => new Counter());

    private static string[] Keys() => [.. Enumerable.Range(0, Grains).Select(i => $"grain-{i}")];

    private static async Task<long> SendAsync(GrainKind<int, long> counters, string[] keys, TimeSpan time)
    {
        var end = Stopwatch.GetTimestamp() + (long)(time.TotalSeconds * Stopwatch.Frequency);
        var sent = await Task.WhenAll(Enumerable.Range(0, Senders).Select(sender => Task.Run(async () =>
        {
            long count = 0;
            while (Stopwatch.GetTimestamp() < end)
            {
                // Runs of messages to one grain, as one party's events come in runs.
                var key = keys[(int)((count / Batch) + (sender * Grains / Senders)) % Grains];
                for (var i = 0; i < Batch; i++) await counters.SendAsync(key, 1, CancellationToken.None).ConfigureAwait(false);
                count += Batch;
            }

            return count;
        }))).ConfigureAwait(false);
        return sent.Sum();
    }

    private static async Task<long> CallAsync(GrainKind<int, long> counters, string[] keys, TimeSpan time)
    {
        var end = Stopwatch.GetTimestamp() + (long)(time.TotalSeconds * Stopwatch.Frequency);
        var calls = await Task.WhenAll(Enumerable.Range(0, Callers).Select(caller => Task.Run(async () =>
        {
            long count = 0;
            for (var key = keys[caller % Grains]; Stopwatch.GetTimestamp() < end; count++) await counters.CallAsync(key, 1, CancellationToken.None).ConfigureAwait(false);
            return count;
        }))).ConfigureAwait(false);
        return calls.Sum();
    }

    private static async Task<long> TotalAsync(GrainKind<int, long> counters, string[] keys)
    {
        long total = 0;
        foreach (var key in keys) total += await counters.CallAsync(key, 0, CancellationToken.None).ConfigureAwait(false);
        return total;
    }

    private static GrainsMicroResult Result(string operation, double perSecond, long live)
    {
        using var process = Process.GetCurrentProcess();
        return new GrainsMicroResult { Operation = operation, PerSecond = Math.Round(perSecond), Live = live, MemoryMegabytes = Math.Round(process.WorkingSet64 / BytesPerMegabyte, 1) };
    }

    private sealed class Counter : Grain<int, long>
    {
        private long _count;

        protected override ValueTask<long> HandleAsync(int message, GrainCall call) => new(_count += message);
    }
}
