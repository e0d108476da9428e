using Genie.Benchmarks.Measurement;
using Genie.Brokers;
using Genie.Brokers.Ledger;

namespace Genie.Benchmarks.Load.Workers;

/// <summary>What one listener saw of one run.</summary>
internal sealed class RunBook
{
    private int _running;

    /// <summary>An empty one.</summary>
    /// <param name="run">The run.</param>
    /// <param name="handler">Does the work.</param>
    public RunBook(ulong run, MessageHandler handler)
    {
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

    /// <summary>What the process had used when the run began.</summary>
    public ProcessUsage UsageAtStart { get; } = ProcessUsage.Now();

    /// <summary>A message is being handled from now on.</summary>
    public void Begin() => Interlocked.Increment(ref _running);

    /// <summary>One is no longer.</summary>
    public void End() => Interlocked.Decrement(ref _running);
}
