using System.Buffers.Binary;
using Genie.Genuine.Primitives;

namespace Genie.Genuine.Ratchet;

/// <summary>What a message says about its key (Double Ratchet, section 3.2): ratchet key, length of the previous chain, number in this one; 40 bytes, big-endian.</summary>
internal static class MessageHeader
{
    /// <summary>Bytes.</summary>
    public const int Size = Sizes.Key + (2 * sizeof(uint));

    /// <summary>Writes it.</summary>
    public static void Write(Span<byte> header, ReadOnlySpan<byte> ratchetKey, uint previousCount, uint number)
    {
        ratchetKey.CopyTo(header);
        BinaryPrimitives.WriteUInt32BigEndian(header[Sizes.Key..], previousCount);
        BinaryPrimitives.WriteUInt32BigEndian(header[(Sizes.Key + sizeof(uint))..], number);
    }

    /// <summary>The sender's ratchet key.</summary>
    public static ReadOnlySpan<byte> RatchetKey(ReadOnlySpan<byte> header) => header[..Sizes.Key];

    /// <summary>How many messages the sender's previous chain has.</summary>
    public static uint PreviousCount(ReadOnlySpan<byte> header) => BinaryPrimitives.ReadUInt32BigEndian(header[Sizes.Key..]);

    /// <summary>The message's number in its chain, from 0.</summary>
    public static uint Number(ReadOnlySpan<byte> header) => BinaryPrimitives.ReadUInt32BigEndian(header[(Sizes.Key + sizeof(uint))..]);
}
