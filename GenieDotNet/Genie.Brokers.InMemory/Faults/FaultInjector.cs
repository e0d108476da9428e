namespace Genie.Brokers.InMemory.Faults;

/// <summary>Draws faults from a plan and counts those that really happened. Safe for concurrent callers.</summary>
public sealed class FaultInjector
{
    private readonly long[] _injected = new long[Enum.GetValues<FaultKind>().Length];
    private long _messages;

    internal FaultInjector(FaultPlan plan) => Plan = plan;

    /// <summary>What was planned.</summary>
    public FaultPlan Plan { get; }

    /// <summary>How many faults of a kind happened. One that could not (a misrouting with nowhere else to go, a reordering
    /// with nothing that overtakes) is not counted.</summary>
    public long Injected(FaultKind kind) => Volatile.Read(ref _injected[(int)kind]);

    internal FaultKind Draw(out long message)
    {
        message = Interlocked.Increment(ref _messages) - 1;
        return Plan.At(message);
    }

    internal void Count(FaultKind kind) => Interlocked.Increment(ref _injected[(int)kind]);

    /// <summary>Flips one bit of a message; the seed says which.</summary>
    internal void FlipBit(Span<byte> bytes, long message)
    {
        var bit = (int)(Plan.Random(message, salt: 1) % ((ulong)bytes.Length * 8));
        bytes[bit / 8] ^= (byte)(1 << (bit % 8));
    }
}
