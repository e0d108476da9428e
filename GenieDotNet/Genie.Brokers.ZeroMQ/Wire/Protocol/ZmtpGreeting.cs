using System.Text;

namespace Genie.Brokers.ZeroMQ.Wire.Protocol;

/// <summary>The 64 bytes that both peers send first (ZMTP 3.1, "Greeting").</summary>
/// <param name="Major">Protocol version; 3.</param>
/// <param name="Minor">1 knows PING and PONG, 0 does not.</param>
/// <param name="Mechanism"><c>NULL</c>, <c>PLAIN</c>, <c>CURVE</c>.</param>
/// <param name="AsServer">True for the peer that checks credentials.</param>
internal sealed record ZmtpGreeting(byte Major, byte Minor, string Mechanism, bool AsServer)
{
    public const int Bytes = 64;

    private const int VersionAt = 10;
    private const int MechanismAt = 12;
    private const int MechanismBytes = 20;
    private const int AsServerAt = 32;

    public void Write(Span<byte> destination)
    {
        destination[..Bytes].Clear();
        destination[0] = 0xFF;
        destination[9] = 0x7F;
        destination[VersionAt] = Major;
        destination[VersionAt + 1] = Minor;
        Encoding.ASCII.GetBytes(Mechanism, destination.Slice(MechanismAt, MechanismBytes));
        destination[AsServerAt] = AsServer ? (byte)1 : (byte)0;
    }

    /// <exception cref="BrokerException">No ZMTP, or a version before 3.</exception>
    public static ZmtpGreeting Read(ReadOnlySpan<byte> bytes)
    {
        if (bytes[0] != 0xFF || (bytes[9] & 1) != 1) throw new BrokerException("zeromq: what answers does not speak ZMTP; is the port another program's?", isTransient: false);
        if (bytes[VersionAt] < 3) throw new BrokerException($"zeromq: the peer speaks ZMTP {bytes[VersionAt]}; version 3 is needed (libzmq 4).", isTransient: false);
        return new ZmtpGreeting(
            bytes[VersionAt], bytes[VersionAt + 1], Encoding.ASCII.GetString(bytes.Slice(MechanismAt, MechanismBytes)).TrimEnd('\0'), bytes[AsServerAt] == 1);
    }
}
