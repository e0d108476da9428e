using System.Diagnostics.CodeAnalysis;
using System.Text;

namespace Genie.Brokers.Udp;

/// <summary>What a client sends with its handshake: the protocol's name and the link's channel, in ASCII.</summary>
internal static class UdpHello
{
    private static ReadOnlySpan<byte> Protocol => "genie-broker/1 "u8;

    public static byte[] Of(string channel) => [.. Protocol, .. Encoding.ASCII.GetBytes(channel)];

    public static bool TryRead(ReadOnlySpan<byte> hello, [NotNullWhen(true)] out string? channel)
    {
        channel = hello.StartsWith(Protocol) ? Encoding.ASCII.GetString(hello[Protocol.Length..]) : null;
        return channel is not null;
    }
}
