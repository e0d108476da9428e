using Genie.Brokers.Drivers;
using Genie.Brokers.Multiplexing;

namespace Genie.Brokers.ActiveMQ;

/// <summary>The traits of both clients.</summary>
internal static class ActiveMQTraits
{
    /// <summary>The setting that limits messages.</summary>
    public const string LimitName = "activemq.max-message-bytes, and the server's maxFrameSize with it";

    private static readonly Confirmation[] Confirmations = [Confirmation.Accepted, Confirmation.Buffered, Confirmation.Persisted];

    // What a topic has on disk is for durable subscriptions, which listeners have none of.
    private static readonly Confirmation[] OfBroadcasts = [Confirmation.Accepted, Confirmation.Buffered];

    public static BrokerTraits Of(DriverDescription driver, ActiveMQOptions options, string server, string remarks) =>
        driver.Traits(Confirmations, Limit(options).BytesMax, server, canRedeliver: true, remarks) with
        {
            RedeliversFailures = true,
            HoldsWithoutListener = true,
            NativeHeaders = true,
            BroadcastConfirmations = OfBroadcasts,
        };

    /// <summary>What a request or an answer may hold. The server does not tell its own limit.</summary>
    public static PayloadLimit Limit(ActiveMQOptions options) => PayloadLimit.OfMessage(ActiveMQDrivers.Broker, options.MaxMessageBytes, LimitName);

    /// <summary>The error for a message beyond the limit, or null.</summary>
    public static PayloadTooLargeException? TooLarge(ActiveMQOptions options, int payloadBytes) => Limit(options).TooLarge(payloadBytes);
}
