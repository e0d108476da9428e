using Genie.Extensions.Genius.Hosting;
using Genie.Observing;

namespace Genie.Extensions.Genius.Licences;

/// <summary>What observers of the process see of licences. While nobody listens nothing is measured.</summary>
internal static class LicenceMetrics
{
    private static readonly GuardedMeter Meter = new(GeniusMetrics.MeterName);
    private static readonly GuardedCounter Decisions = Meter.CreateCounter("genie.genius.licence.decisions", "{decision}", "Decisions about licences, by outcome: granted, denied.");
    private static readonly GuardedCounter Refusals = Meter.CreateCounter("genie.genius.licence.refused_envelopes", "{envelope}", "Envelopes that were refused, for whatever cause.");

    /// <summary>Notes a decision.</summary>
    public static void Decided(bool isGranted)
    {
        if (Decisions.Enabled) Decisions.Add(1, new KeyValuePair<string, object?>("outcome", isGranted ? "granted" : "denied"));
    }

    /// <summary>Notes an envelope that was refused.</summary>
    public static void Refused() => Refusals.Add(1);
}
