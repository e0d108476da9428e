namespace Genie.Datagrams.Protocol;

/// <summary>
/// The layout of datagrams, described byte by byte in docs/datagrams.md. The first byte says what follows: a step of the handshake, or with its
/// highest bit a data packet.
/// </summary>
internal static class PacketFormat
{
    /// <summary>Raised when packets of older endpoints can no longer be understood.</summary>
    public const byte Version = 2;

    /// <summary>Every path has to carry datagrams of this size (RFC 8899, section 5.1.2: BASE_PLPMTU; RFC 9000, section 14).</summary>
    public const int BaseDatagramBytes = 1_200;

    /// <summary>The largest payload of UDP over IPv4.</summary>
    public const int LargestDatagramBytes = 65_507;

    public const byte Hello = 1;
    public const byte Challenge = 2;
    public const byte Connect = 3;
    public const byte Accept = 4;
    public const byte Refuse = 5;
    public const byte Reset = 6;

    /// <summary>Of the handshake that encrypts: instead of <see cref="Connect"/>, and in the place of <see cref="Accept"/> three further steps.</summary>
    public const byte SecureConnect = 7;
    public const byte Proof = 8;
    public const byte Finish = 9;
    public const byte Answer = 10;

    public const byte DataBit = 0x80;
    public const byte AcknowledgementBit = 0x40;

    /// <summary>The phase of the keys of an encrypted packet.</summary>
    public const byte KeyPhaseBit = 0x20;

    /// <summary>The first byte, the receiver's id of the connection and the low half of the packet number.</summary>
    public const int HeaderBytes = 1 + sizeof(ulong) + sizeof(uint);

    /// <summary>The largest acknowledgement: number, delay, the count of bytes of the bit field and the bit field.</summary>
    public const int MaxAcknowledgementBytes = sizeof(uint) + sizeof(ushort) + 1 + MaxBitFieldBytes;

    /// <summary>An acknowledgement tells of the 256 packets before the newest.</summary>
    public const int MaxBitFieldBytes = 32;

    /// <summary>Delays of acknowledgements are told in this unit, microseconds.</summary>
    public const int DelayUnitMicroseconds = 8;

    /// <summary>
    /// The payload of every fragment but a message's last. It fits the smallest path, so that a connection may move to another path with
    /// fragments under way, and leaves room for an authentication tag; larger datagrams carry several.
    /// </summary>
    public const int FragmentBytes = 1_120;

    /// <summary>Fragments of an unreliable message are lost as a whole with any of them: more than these would hardly ever arrive.</summary>
    public const int MaxUnreliableFragments = 255;

    /// <summary>Reliable frames of a channel that may be under way: a receiver keeps so many that are not the next.</summary>
    public const int FrameWindow = 1_024;

    /// <summary>A packet number from its low half, near the largest that was received (RFC 9000, appendix A.3).</summary>
    public static long Expand(uint truncated, long largest)
    {
        var expected = largest + 1;
        return expected + (int)(truncated - (uint)expected);
    }

    /// <summary>A frame number from its low 16 bits, near the expected one.</summary>
    public static long Expand(ushort truncated, long expected) => expected + (short)(truncated - (ushort)expected);
}
