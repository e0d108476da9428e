using Genie.Extensions.Genius.Streams.Backfills;
using Genie.Extensions.Genius.Streams.Patterns;

namespace Genie.Benchmarks.Commands.Genius;

/// <summary>A pattern as settings have it.</summary>
internal sealed class PatternSettings
{
    private const int StepsMin = 2;

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
    public PatternDefinition ToDefinition()
    {
        const string ListName = nameof(GeniusSettings.Patterns);
        DefinitionMistakes.CheckCommon(ListName, Name, Version, OutOfOrder, IdleTimeout, Backfill);
        if (Steps.Count is < StepsMin or > PatternDefinition.StepsMax || Steps.Any(string.IsNullOrEmpty)) throw DefinitionMistakes.Of(ListName, Name, $"{nameof(Steps)} are {StepsMin} to {PatternDefinition.StepsMax} names of rules");
        DefinitionMistakes.RequireTime(ListName, Name, nameof(Within), Within);
        return new PatternDefinition
        {
            Name = Name,
            Version = Version,
            Steps = [.. Steps],
            Within = Within,
            IsAbsence = IsAbsence,
            OutOfOrder = OutOfOrder,
            IdleTimeout = IdleTimeout,
            Backfill = Backfill,
        };
    }
}
