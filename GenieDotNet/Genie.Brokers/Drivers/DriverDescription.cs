namespace Genie.Brokers.Drivers;

/// <summary>What a driver says of itself, whatever its settings.</summary>
public sealed record DriverDescription
{
    /// <summary>The name of a driver of our own protocol code.</summary>
    public const string WireClient = "wire";

    /// <summary>The name of the driver through the makers' library.</summary>
    public const string OfficialClient = "official";

    /// <inheritdoc cref="IBrokerDriver.Broker"/>
    public required string Broker { get; init; }

    /// <inheritdoc cref="IBrokerDriver.Client"/>
    public required string Client { get; init; }

    /// <inheritdoc cref="IBrokerDriver.ClientVersion"/>
    public required string ClientVersion { get; init; }

    /// <inheritdoc cref="IBrokerDriver.InProcess"/>
    public bool InProcess { get; init; }

    /// <inheritdoc cref="IBrokerDriver.Guarantees"/>
    public required GuaranteeCard Guarantees { get; init; }

    /// <inheritdoc cref="IBrokerDriver.Allocations"/>
    public AllocationBounds Allocations { get; init; } = AllocationBounds.Pooled;

    /// <summary>A driver of our own protocol code, which allocates nothing a message.</summary>
    /// <typeparam name="TDriver">A type of the driver's assembly.</typeparam>
    public static DriverDescription OfWire<TDriver>(string broker, GuaranteeCard guarantees) => new()
    {
        Broker = broker,
        Client = WireClient,
        ClientVersion = ClientLibrary.OfWireDriver<TDriver>(),
        Guarantees = guarantees,
    };

    /// <summary>A driver through a library.</summary>
    /// <typeparam name="TDriver">A type of the driver's assembly.</typeparam>
    /// <param name="broker">The system's name.</param>
    /// <param name="package">The library's package.</param>
    /// <param name="guarantees">What delivery means with it.</param>
    /// <param name="allocations">What it allocates at most.</param>
    public static DriverDescription OfPackage<TDriver>(string broker, string package, GuaranteeCard guarantees, AllocationBounds allocations) => new()
    {
        Broker = broker,
        Client = OfficialClient,
        ClientVersion = ClientLibrary.OfPackage<TDriver>(package),
        Guarantees = guarantees,
        Allocations = allocations,
    };

    /// <summary>The traits of a broker of this driver, ordered per sender; what else differs from its default is added by <c>with</c>.</summary>
    /// <param name="confirmations">Levels a connection can be asked for, the default first.</param>
    /// <param name="maxPayloadBytes">The largest message taken.</param>
    /// <param name="server">The server with its version; empty before the first connection.</param>
    /// <param name="canRedeliver">True if a message can arrive twice after a fault.</param>
    /// <param name="remarks">Settings worth knowing when a figure is read.</param>
    public BrokerTraits Traits(
        IReadOnlyList<Confirmation> confirmations, long maxPayloadBytes, string server, bool canRedeliver = false, string remarks = "") => new()
        {
            Broker = Broker,
            Client = Client,
            ClientVersion = ClientVersion,
            Server = server,
            Confirmations = confirmations,
            MaxPayloadBytes = maxPayloadBytes,
            OrderedPerSender = true,
            CanRedeliver = canRedeliver,
            InProcess = InProcess,
            Remarks = remarks,
        };
}
