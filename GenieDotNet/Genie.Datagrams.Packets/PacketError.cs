namespace Genie.Datagrams.Packets;

/// <summary>Why a packet was not written, or not read. The first error counts; what comes after it is skipped.</summary>
public enum PacketError
{
    /// <summary>It was.</summary>
    None,

    /// <summary>It is longer than the memory that it was to be written to.</summary>
    DoesNotFit,

    /// <summary>The bytes end within it.</summary>
    Truncated,

    /// <summary>A number is out of its range, or an enumeration has no such value.</summary>
    OutOfRange,

    /// <summary>A string has more bytes, or an array more elements, than its description allows, or than the bytes that follow can hold.</summary>
    TooLong,

    /// <summary>A member that must be there is null.</summary>
    Missing,

    /// <summary>A string is no UTF-8, or has half of a surrogate pair.</summary>
    InvalidText,

    /// <summary>A member's own serializer refused, or took no bit.</summary>
    Refused,

    /// <summary>It is another packet, or a delta where none was expected, or none where one was.</summary>
    OtherPacket,

    /// <summary>More follows than the packet has.</summary>
    Excess,
}
