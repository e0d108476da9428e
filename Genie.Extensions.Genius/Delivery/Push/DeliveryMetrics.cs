using System.Diagnostics.Metrics;
using Genie.Extensions.Genius.Hosting;

namespace Genie.Extensions.Genius.Delivery.Push;

/// <summary>What observers of the process see of deliveries. While nobody listens nothing is measured.</summary>
internal static class DeliveryMetrics
{
    private static readonly Meter Meter = new(GeniusMetrics.MeterName);
    private static readonly Counter<long> Attempts = Meter.CreateCounter<long>("genie.genius.delivery.attempts", "{attempt}", "Attempts to deliver an event, by subscription and outcome: delivered, failed, refused.");

    /// <summary>Notes an attempt.</summary>
    public static void Attempted(string subscription, DeliveryResult result)
    {
        if (Attempts.Enabled) Attempts.Add(1, new("subscription", subscription), new("outcome", result.ToString().ToLowerInvariant()));
    }
}
