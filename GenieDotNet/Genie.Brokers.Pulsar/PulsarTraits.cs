using Genie.Brokers.Drivers;
using Genie.Brokers.Multiplexing;

namespace Genie.Brokers.Pulsar;

/// <summary>The traits of all clients.</summary>
internal static class PulsarTraits
{
    private const int DefaultMaxMessageBytes = 5 << 20;

    // A broker counts the payload alone, but the store behind it the whole entry; a standalone server gives that no more room
    // than the broker gives the payload. What does not fit is never answered for.
    private const int EntryOverheadBytes = 10 * 1024;
    private static readonly Confirmation[] OfPersistent = [Confirmation.Persisted, Confirmation.Accepted, Confirmation.Buffered];
    private static readonly Confirmation[] OfNonPersistent = [Confirmation.Accepted, Confirmation.Buffered];

    // What is on disk is kept for nobody: the listeners' subscriptions end with their connections.
    private static readonly Confirmation[] OfBroadcasts = [Confirmation.Accepted, Confirmation.Buffered];

    /// <summary>What the broker has announced, or its defaults before the first connection.</summary>
    /// <param name="driver">The client.</param>
    /// <param name="options">The settings.</param>
    /// <param name="server">The broker with its version, or empty.</param>
    /// <param name="maxMessageBytes">See <see cref="Usable"/>; null before the first connection.</param>
    /// <param name="remarks">What else is worth knowing.</param>
    public static BrokerTraits Of(DriverDescription driver, PulsarOptions options, string server, int? maxMessageBytes, string remarks) =>
        driver.Traits(options.Persistent ? OfPersistent : OfNonPersistent, Limit(maxMessageBytes).BytesMax, server, options.Persistent, remarks) with
        {
            RedeliversFailures = options.Persistent,
            HoldsWithoutListener = options.Persistent,
            NativeHeaders = true,
            BroadcastConfirmations = OfBroadcasts,
        };

    /// <summary>What a request or an answer may hold.</summary>
    /// <param name="maxMessageBytes">See <see cref="Usable"/>; null before the first connection.</param>
    public static PayloadLimit Limit(int? maxMessageBytes) => PayloadLimit.OfMessage(PulsarDrivers.Broker, maxMessageBytes ?? Usable(DefaultMaxMessageBytes), "the broker's maxMessageSize");

    /// <summary>What of the broker's maxMessageSize a message of ours may take, its answer's status byte included.</summary>
    public static int Usable(int maxMessageSize) => maxMessageSize - EntryOverheadBytes;
}
