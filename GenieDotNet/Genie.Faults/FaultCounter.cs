namespace Genie.Faults;

/// <summary>Counts what a proxy does. Safe for concurrent callers.</summary>
internal sealed class FaultCounter
{
    private readonly long[] _values = new long[Enum.GetValues<Counted>().Length];

    public void Add(Counted what, long amount = 1) => Interlocked.Add(ref _values[(int)what], amount);

    public FaultCounts Take() => new()
    {
        Connections = Read(Counted.Connections),
        Open = Read(Counted.Open),
        BytesToServer = Read(Counted.BytesToServer),
        BytesToClient = Read(Counted.BytesToClient),
        Refused = Read(Counted.Refused),
        Resets = Read(Counted.Resets),
        Closed = Read(Counted.Closed),
        GarbageBytes = Read(Counted.GarbageBytes),
        SwallowedBytes = Read(Counted.SwallowedBytes),
        Datagrams = Read(Counted.Datagrams),
        Lost = Read(Counted.Lost),
        TooLarge = Read(Counted.TooLarge),
        Overflowed = Read(Counted.Overflowed),
        Duplicated = Read(Counted.Duplicated),
        Reordered = Read(Counted.Reordered),
    };

    private long Read(Counted what) => Volatile.Read(ref _values[(int)what]);
}
