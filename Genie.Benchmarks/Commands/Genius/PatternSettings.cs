using Genie.Extensions.Genius.Streams.Backfills;
using Genie.Extensions.Genius.Streams.Patterns;

namespace Genie.Benchmarks.Commands.Genius;

/// <summary>A pattern as settings have it.</summary>
internal sealed class PatternSettings
{
    private static readonly PatternDefinition Defaults = new() { Name = "", Steps = [], Within = default };

    public string Name { get; set; } = "";

    public int Version { get; set; } = Defaults.Version;

    /// <summary>Names of rules, in the order of their events.</summary>
    public IList<string> Steps { get; set; } = [];

    public TimeSpan Within { get; set; }

    public bool IsAbsence { get; set; }

    public TimeSpan OutOfOrder { get; set; } = Defaults.OutOfOrder;

    public TimeSpan IdleTimeout { get; set; } = Defaults.IdleTimeout;

    public Backfill Backfill { get; set; }

    /// <summary>The definition.</summary>
    /// <exception cref="BadArgumentException">It is none.</exception>
    public PatternDefinition ToDefinition() => new()
    {
        Name = Name.Length > 0 ? Name : throw new BadArgumentException("Patterns: each needs a Name."),
        Version = Version,
        Steps = [.. Steps],
        Within = Within,
        IsAbsence = IsAbsence,
        OutOfOrder = OutOfOrder,
        IdleTimeout = IdleTimeout,
        Backfill = Backfill,
    };
}
