namespace Genie.Brokers.Ledger;

/// <summary>What one sender of a <see cref="SentLedger"/> sent and what was confirmed. Safe for concurrent callers.</summary>
public sealed class SenderLedger
{
    private readonly Lock _lock = new();
    private ulong _next;

    internal SenderLedger(ulong run, uint sender)
    {
        Run = run;
        Sender = sender;
    }

    /// <summary>The run, as its frames carry it.</summary>
    public ulong Run { get; }

    /// <summary>The sender's number within the run.</summary>
    public uint Sender { get; }

    /// <summary>Sequences given out.</summary>
    public long Assigned => (long)Volatile.Read(ref _next);

    internal Lock Gate => _lock;

    internal SequenceSet Confirmed { get; } = new();

    internal SequenceSet Withdrawn { get; } = new();

    /// <summary>Gives out the next sequence, which counts as sent from now on.</summary>
    public ulong Next() => Interlocked.Increment(ref _next) - 1;

    /// <summary>The message reached its confirmation level, or its request was answered.</summary>
    public void Confirm(ulong sequence)
    {
        lock (_lock) Confirmed.Add(sequence);
    }

    /// <summary>The message certainly never left: the driver refused it. It no longer counts as sent.</summary>
    public void Withdraw(ulong sequence)
    {
        lock (_lock) Withdrawn.Add(sequence);
    }
}
