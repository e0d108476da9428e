namespace Genie.Brokers.ProtoActor;

/// <summary>The traits of all clients.</summary>
internal static class ProtoActorTraits
{
    private static readonly Confirmation[] Confirmations = [Confirmation.Buffered];

    public static BrokerTraits Of(string client, string clientVersion, string server, ProtoActorOptions options) => new()
    {
        Broker = ProtoActorDrivers.Name,
        Client = client,
        ClientVersion = clientVersion,
        Server = server,
        Confirmations = Confirmations,
        MaxPayloadBytes = options.MaxMessageBytes,
        OrderedPerSender = true,
        CanRedeliver = false,
    };
}
