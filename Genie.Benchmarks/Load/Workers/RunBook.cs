using System.Buffers;
using System.Diagnostics;
using Genie.Benchmarks.Measurement;
using Genie.Brokers;
using Genie.Brokers.Ledger;

namespace Genie.Benchmarks.Load.Workers;

/// <summary>What one listener saw of one run.</summary>
internal sealed class RunBook
{
    private readonly long _clockOffsetNanoseconds;
    private int _running;

    /// <summary>An empty one.</summary>
    /// <param name="run">The run.</param>
    /// <param name="handler">Does the work.</param>
    /// <param name="clockOffsetNanoseconds">How far this machine's monotonic clock is ahead of the sender's, where one-way times are wanted.</param>
    public RunBook(ulong run, MessageHandler handler, long? clockOffsetNanoseconds)
    {
        (_clockOffsetNanoseconds, OneWay) = (clockOffsetNanoseconds ?? 0, clockOffsetNanoseconds is null ? null : new LatencyRecorder());
        Ledger = new DeliveryLedger(run);
        Handler = new LedgeredHandler(Ledger, handler);
    }

    /// <summary>Messages that are being handled.</summary>
    public int Running => Volatile.Read(ref _running);

    /// <summary>What arrived.</summary>
    public DeliveryLedger Ledger { get; }

    /// <summary>Books what arrives, then does the work.</summary>
    public LedgeredHandler Handler { get; }

    /// <summary>What failed.</summary>
    public ErrorNotes Errors { get; } = new();

    /// <summary>The times from the intended send to the arrival; null where nobody wants them.</summary>
    public LatencyRecorder? OneWay { get; }

    /// <summary>What the process had used when the run began.</summary>
    public ProcessUsage UsageAtStart { get; } = ProcessUsage.Now();

    /// <summary>Records the one-way time of a message that has just arrived, where that is wanted.</summary>
    public void Arrived(in ReadOnlySequence<byte> message)
    {
        var now = LatencyRecorder.ToNanoseconds(Stopwatch.GetTimestamp());
        if (FrameGlance.TryRead(message, out var glance) && glance.Run == Ledger.Run) OneWay!.Record(now - _clockOffsetNanoseconds - glance.IntendedSendTimeNanoseconds);
    }

    /// <summary>A message is being handled from now on.</summary>
    public void Begin() => Interlocked.Increment(ref _running);

    /// <summary>One is no longer.</summary>
    public void End() => Interlocked.Decrement(ref _running);
}
