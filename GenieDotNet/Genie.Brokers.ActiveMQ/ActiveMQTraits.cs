using Genie.Brokers.Drivers;
using Genie.Brokers.Multiplexing;

namespace Genie.Brokers.ActiveMQ;

/// <summary>The traits of both clients.</summary>
internal static class ActiveMQTraits
{
    private static readonly Confirmation[] Confirmations = [Confirmation.Accepted, Confirmation.Buffered, Confirmation.Persisted];

    // What a topic has on disk is for durable subscriptions, which listeners have none of.
    private static readonly Confirmation[] OfBroadcasts = [Confirmation.Accepted, Confirmation.Buffered];

    public static BrokerTraits Of(DriverDescription driver, ActiveMQOptions options, string server, string remarks) =>
        driver.Traits(Confirmations, options.MaxMessageBytes - ReplyEnvelope.HeaderBytes, server, canRedeliver: true, remarks) with
        {
            RedeliversFailures = true,
            HoldsWithoutListener = true,
            NativeHeaders = true,
            BroadcastConfirmations = OfBroadcasts,
        };

    /// <summary>The error for a message beyond the limit, or null.</summary>
    public static PayloadTooLargeException? TooLarge(ActiveMQOptions options, int payloadBytes)
    {
        var max = options.MaxMessageBytes - ReplyEnvelope.HeaderBytes;
        return payloadBytes <= max ? null : new PayloadTooLargeException(ActiveMQDrivers.Broker, payloadBytes, max);
    }
}
