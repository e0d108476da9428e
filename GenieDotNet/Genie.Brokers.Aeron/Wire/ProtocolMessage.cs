namespace Genie.Brokers.Aeron.Wire;

/// <summary>The types of messages between clients and the media driver (ControlProtocolEvents of Aeron 1.51).</summary>
internal static class ProtocolMessage
{
    public const int RemovePublication = 0x02;
    public const int AddExclusivePublication = 0x03;
    public const int AddSubscription = 0x04;
    public const int RemoveSubscription = 0x05;
    public const int ClientKeepalive = 0x06;
    public const int AddCounter = 0x09;
    public const int RemoveCounter = 0x0A;
    public const int ClientClose = 0x0B;

    public const int OnError = 0x0F01;
    public const int OnAvailableImage = 0x0F02;
    public const int OnUnavailableImage = 0x0F05;
    public const int OnExclusivePublicationReady = 0x0F06;
    public const int OnSubscriptionReady = 0x0F07;
    public const int OnCounterReady = 0x0F08;
    public const int OnClientTimeout = 0x0F0A;
}
