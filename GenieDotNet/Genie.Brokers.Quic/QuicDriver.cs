using Genie.Brokers.Drivers;
using Genie.Rpc.Quic;

namespace Genie.Brokers.Quic;

/// <summary>Messages on one stream of a QUIC connection, by System.Net.Quic.</summary>
public sealed class QuicDriver() : BrokerDriver<QuicOptions>(Description)
{
    // System.Net.Quic's own: some hundred bytes for each read and write of a stream, which the messages of a batch share.
    private static readonly AllocationBounds Bounds = new(BytesPerRequest: 256, BytesPerSend: 128);

    internal static DriverDescription Description { get; } =
        DriverDescription.OfWire<QuicDriver>(QuicDrivers.Name, QuicGuarantees.Card) with { Allocations = Bounds };

    /// <inheritdoc/>
    public override string? WhyUnavailable => QuicSupport.IsSupported ? null
        : $"{QuicSupport.HowToInstall} './genie bench {QuicDrivers.Name} --install' fetches Microsoft's package on Debian 12, Ubuntu 22.04 and 24.04.";

    /// <inheritdoc/>
    public override IBroker Create(QuicOptions options) => new QuicBroker(options);
}
