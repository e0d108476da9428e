using Genie.Extensions.Genius.Hosting;
using Genie.Observing;

namespace Genie.Extensions.Genius.Delivery.Push;

/// <summary>What observers of the process see of deliveries. While nobody listens nothing is measured.</summary>
internal static class DeliveryMetrics
{
    private static readonly GuardedMeter Meter = new(GeniusMetrics.MeterName);
    private static readonly GuardedCounter Attempts = Meter.CreateCounter("genie.genius.delivery.attempts", "{attempt}", "Attempts to deliver an event, by subscription and outcome: delivered, failed, refused.");

    /// <summary>Notes an attempt.</summary>
    public static void Attempted(string subscription, DeliveryResult result)
    {
        if (Attempts.Enabled) Attempts.Add(1, new KeyValuePair<string, object?>("subscription", subscription), new KeyValuePair<string, object?>("outcome", result.ToString().ToLowerInvariant()));
    }
}
