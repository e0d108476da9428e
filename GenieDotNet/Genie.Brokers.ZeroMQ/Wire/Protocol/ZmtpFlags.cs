namespace Genie.Brokers.ZeroMQ.Wire.Protocol;

/// <summary>The first byte of every frame (ZMTP 3.1, "Framing"). The other bits must be zero.</summary>
internal static class ZmtpFlags
{
    public const byte More = 1;
    public const byte Long = 2;
    public const byte Command = 4;
    public const byte Known = More | Long | Command;
}
