namespace Genie.Extensions.Genius.Streams.Windows;

/// <summary>What a window amounts to.</summary>
public sealed record WindowResult
{
    /// <summary>The window's first instant; of a session, its first event's time.</summary>
    public required DateTimeOffset Start { get; init; }

    /// <summary>The instant after its last.</summary>
    public required DateTimeOffset End { get; init; }

    /// <summary>1 when the window ended, more for each time that it is reported again; the highest counts.</summary>
    public required int Revision { get; init; }

    /// <summary>True for a session that was reported before and is part of another one now: its earlier result counts no more.</summary>
    public bool IsRetracted { get; init; }

    /// <summary>Events.</summary>
    public long Count { get; init; }

    /// <summary>The sum of their values.</summary>
    public double Sum { get; init; }

    /// <summary>The least value.</summary>
    public double Min { get; init; }

    /// <summary>The greatest value.</summary>
    public double Max { get; init; }

    /// <summary>Different items: exact up to 512, beyond that an estimate with a standard error of 1.6 %.</summary>
    public long Distinct { get; init; }

    /// <summary>The most frequent items, the most frequent first, of those equally frequent by their ordinal order.</summary>
    public IReadOnlyList<ItemCount> Top { get; init; } = [];
}
