namespace Genie.Brokers.InMemory.Faults;

/// <summary>Which messages meet which fault. Everything follows from the seed and the message's number; at most one fault each.</summary>
public sealed record FaultPlan
{
    private const int Million = 1_000_000;

    /// <summary>Where chance starts.</summary>
    public long Seed { get; init; }

    /// <summary>Messages lost in a million.</summary>
    public int LossPerMillion { get; init; }

    /// <summary>Messages doubled in a million.</summary>
    public int DuplicatePerMillion { get; init; }

    /// <summary>Messages overtaken in a million.</summary>
    public int ReorderPerMillion { get; init; }

    /// <summary>Answers delayed in a million.</summary>
    public int DelayPerMillion { get; init; }

    /// <summary>Messages damaged in a million.</summary>
    public int CorruptPerMillion { get; init; }

    /// <summary>Messages led astray in a million.</summary>
    public int MisroutePerMillion { get; init; }

    /// <summary>How long a delayed answer is held. Default 15 s, beyond the default time-out.</summary>
    public TimeSpan Delay { get; init; } = TimeSpan.FromSeconds(15);

    /// <summary>Exact faults by message number, counted from 0 over the whole broker; they win over chance.</summary>
    public IReadOnlyDictionary<long, FaultKind> Positions { get; init; } = new Dictionary<long, FaultKind>();

    /// <summary>True if nothing can happen.</summary>
    public bool IsEmpty => Positions.Count == 0 && PerMillion().Sum(chance => chance.PerMillion) == 0;

    /// <summary>The fault of message number <paramref name="message"/>.</summary>
    public FaultKind At(long message)
    {
        if (Positions.TryGetValue(message, out var exact)) return exact;
        var draw = (int)(Random(message, salt: 0) % Million);
        foreach (var (kind, perMillion) in PerMillion())
        {
            if (draw < perMillion) return kind;
            draw -= perMillion;
        }

        return FaultKind.None;
    }

    /// <summary>A number that depends on seed, message and <paramref name="salt"/> alone (SplitMix64, Steele et al. 2014).</summary>
    internal ulong Random(long message, uint salt)
    {
        unchecked
        {
            var z = (ulong)Seed + (((ulong)message * 4) + salt + 1) * 0x9E3779B97F4A7C15;
            z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
            z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
            return z ^ (z >> 31);
        }
    }

    private (FaultKind Kind, int PerMillion)[] PerMillion() =>
    [
        (FaultKind.Loss, LossPerMillion), (FaultKind.Duplicate, DuplicatePerMillion), (FaultKind.Reorder, ReorderPerMillion),
        (FaultKind.Delay, DelayPerMillion), (FaultKind.Corrupt, CorruptPerMillion), (FaultKind.Misroute, MisroutePerMillion),
    ];
}
