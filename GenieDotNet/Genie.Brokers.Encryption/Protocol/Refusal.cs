using System.Security.Cryptography;
using System.Text;
using Genie.Genuine.Identities;

namespace Genie.Brokers.Encryption.Protocol;

/// <summary>A listener's answer to a request that it cannot read, and so cannot answer within a session: signed, for this request alone.</summary>
/// <param name="Reason">Why.</param>
/// <param name="Memory">The name of the listener's memory.</param>
internal sealed record Refusal(RefusalReason Reason, byte[] Memory)
{
    private const int SignatureSize = 64;
    private const int Size = 2 + Welcome.MemorySize + SignatureSize;

    private static ReadOnlySpan<byte> Domain => "Genie.Brokers.Encryption refusal 2"u8;

    public byte[] Encode(IdentityKeyPair listener, string channel, ReadOnlySpan<byte> request)
    {
        byte[] head = [MessageKind.Refusal, (byte)Reason, .. Memory];
        return [.. head, .. listener.Sign(Signed(head, channel, request))];
    }

    /// <summary>Null unless the listener signed it for this request.</summary>
    public static Refusal? Decode(ReadOnlySpan<byte> bytes, PublicIdentity listener, string channel, ReadOnlySpan<byte> request)
    {
        if (bytes.Length != Size || bytes[0] != MessageKind.Refusal) return null;
        var head = bytes[..(2 + Welcome.MemorySize)];
        return listener.Verify(Signed(head, channel, request), bytes[head.Length..]) ? new Refusal((RefusalReason)bytes[1], head[2..].ToArray()) : null;
    }

    private static byte[] Signed(ReadOnlySpan<byte> head, string channel, ReadOnlySpan<byte> request) =>
        [.. Domain, .. head, .. SHA256.HashData(request), .. Encoding.UTF8.GetBytes(channel)];
}
