namespace Genie.Datagrams.Packets;

/// <summary>
/// What a packet begins with: a bit that says whether it is a delta, six bits of the id, a bit that says whether eight more bits of the id follow.
/// </summary>
/// <param name="Id">The packet's number.</param>
/// <param name="IsDelta">True if it was written against a baseline.</param>
public readonly record struct PacketHeader(int Id, bool IsDelta)
{
    /// <summary>The greatest id.</summary>
    public const int MaxId = 16_383;

    private const int LowBits = 6;
    private const int HighBits = 8;

    /// <summary>Reads the header of a packet, by which a receiver knows how to read the rest.</summary>
    /// <param name="source">The packet.</param>
    /// <param name="header">The header.</param>
    /// <returns>False if there is none.</returns>
    public static bool TryRead(ReadOnlySpan<byte> source, out PacketHeader header)
    {
        var reader = new BitReader(source);
        return TryRead(ref reader, out header);
    }

    internal static bool TryRead(ref BitReader reader, out PacketHeader header)
    {
        var isDelta = reader.ReadBoolean();
        var id = (int)reader.ReadBits(LowBits);
        if (reader.ReadBoolean())
        {
            var high = (int)reader.ReadBits(HighBits);

            // Each id has one form, as otherwise two packets would differ and yet be the same.
            if (high == 0) reader.Fail(PacketError.OutOfRange);
            id |= high << LowBits;
        }

        header = new(id, isDelta);
        return !reader.HasFailed;
    }

    internal void Write(ref BitWriter writer)
    {
        writer.WriteBoolean(IsDelta);
        writer.WriteBits((ulong)Id & ((1 << LowBits) - 1), LowBits);
        writer.WriteBoolean(Id >> LowBits != 0);
        if (Id >> LowBits != 0) writer.WriteBits((ulong)Id >> LowBits, HighBits);
    }
}
