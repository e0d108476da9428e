namespace Genie.Brokers.ZeroMQ.Wire.Protocol;

/// <summary>The socket types of this driver by their names on the wire (ZMTP 3.1, "The Socket-Type property").</summary>
internal static class ZmtpSocketType
{
    public const string Dealer = "DEALER";
    public const string Router = "ROUTER";
    public const string Push = "PUSH";
    public const string Pull = "PULL";

    /// <summary>What a listener is towards a peer of this type, or null where the two cannot talk.</summary>
    public static string? ListenerFor(string peer) => peer switch
    {
        Dealer or Router => Router,
        Push => Pull,
        _ => null,
    };
}
