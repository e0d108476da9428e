using System.Text.Json.Serialization;

namespace Genie.Benchmarks.Load.Soak.Udp.Ledger;

/// <summary>What must not happen, counted.</summary>
internal sealed record SoakAnomalies
{
    /// <summary>None of it.</summary>
    public static readonly SoakAnomalies None = new();

    /// <summary>Reliable messages that never arrived.</summary>
    public long Lost { get; init; }

    /// <summary>Messages that arrived more than once, of any kind.</summary>
    public long Doubled { get; init; }

    /// <summary>Messages of an ordered channel that arrived after a later one.</summary>
    public long OutOfOrder { get; init; }

    /// <summary>Messages with other bytes than were sent, or of another connection.</summary>
    public long Corrupted { get; init; }

    /// <summary>Connections that ended before they were told to.</summary>
    public long Disconnects { get; init; }

    /// <summary>Errors that nothing has handled; a process that has ended is one.</summary>
    public long Errors { get; init; }

    /// <summary>All together.</summary>
    [JsonIgnore]
    public long Sum => Lost + Doubled + OutOfOrder + Corrupted + Disconnects + Errors;

    /// <summary>Both.</summary>
    public static SoakAnomalies operator +(SoakAnomalies one, SoakAnomalies other)
    {
        if (ReferenceEquals(other, None)) return one;
        return new SoakAnomalies
        {
            Lost = one.Lost + other.Lost,
            Doubled = one.Doubled + other.Doubled,
            OutOfOrder = one.OutOfOrder + other.OutOfOrder,
            Corrupted = one.Corrupted + other.Corrupted,
            Disconnects = one.Disconnects + other.Disconnects,
            Errors = one.Errors + other.Errors,
        };
    }

    /// <summary>Those that are not 0, in words.</summary>
    public IEnumerable<string> Describe()
    {
        (long Count, string What)[] all =
        [
            (Lost, "reliable messages lost"), (Doubled, "messages doubled"), (OutOfOrder, "messages out of order"), (Corrupted, "messages corrupted"),
            (Disconnects, "unexpected disconnects"), (Errors, "unhandled errors"),
        ];
        return all.Where(static anomaly => anomaly.Count != 0).Select(static anomaly => FormattableString.Invariant($"{anomaly.Count:N0} {anomaly.What}"));
    }
}
