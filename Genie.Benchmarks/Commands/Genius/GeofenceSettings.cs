using System.Globalization;
using Genie.Extensions.Genius.Streams.Backfills;
using Genie.Extensions.Genius.Streams.Geofences;

namespace Genie.Benchmarks.Commands.Genius;

/// <summary>Geofences as settings have them.</summary>
internal sealed class GeofenceSettings
{
    private static readonly GeofenceDefinition Defaults = new() { Name = "" };

    public string Name { get; set; } = "";

    public int Version { get; set; } = Defaults.Version;

    /// <summary>What the names of the rules begin with that are fences; empty: all rules are.</summary>
    public string RulePrefix { get; set; } = "";

    public TimeSpan DwellAfter { get; set; } = Defaults.DwellAfter;

    public TimeSpan OutOfOrder { get; set; } = Defaults.OutOfOrder;

    public double HysteresisMetres { get; set; }

    public TimeSpan CrossingWithin { get; set; }

    public TimeSpan IdleTimeout { get; set; } = Defaults.IdleTimeout;

    public Backfill Backfill { get; set; }

    /// <summary>The definition.</summary>
    /// <exception cref="BadArgumentException">It is none.</exception>
    public GeofenceDefinition ToDefinition()
    {
        const string ListName = nameof(GeniusSettings.Geofences);
        DefinitionMistakes.CheckCommon(ListName, Name, Version, OutOfOrder, IdleTimeout, Backfill);
        if (DwellAfter != Defaults.DwellAfter) DefinitionMistakes.RequireTime(ListName, Name, nameof(DwellAfter), DwellAfter);
        DefinitionMistakes.RequireTimeOrNone(ListName, Name, nameof(CrossingWithin), CrossingWithin);
        if (!double.IsFinite(HysteresisMetres) || HysteresisMetres < 0) throw DefinitionMistakes.Of(ListName, Name, $"{nameof(HysteresisMetres)} is a distance in metres, at least 0, not {HysteresisMetres.ToString(CultureInfo.InvariantCulture)}");
        return new GeofenceDefinition
        {
            Name = Name,
            Version = Version,
            IsFence = id => id.StartsWith(RulePrefix, StringComparison.Ordinal),
            FenceDescription = RulePrefix.Length > 0 ? $"rules that begin with '{RulePrefix}'" : "all rules",
            DwellAfter = DwellAfter,
            OutOfOrder = OutOfOrder,
            HysteresisMetres = HysteresisMetres,
            CrossingWithin = CrossingWithin,
            IdleTimeout = IdleTimeout,
            Backfill = Backfill,
        };
    }
}
