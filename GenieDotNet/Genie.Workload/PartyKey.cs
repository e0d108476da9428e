namespace Genie.Workload;

/// <summary>Reads whose request it is without reading the request.</summary>
public static class PartyKey
{
    private const int PartyField = 3;
    private const int PartyIdField = 1;
    private const int Varint = 0;
    private const int Fixed64 = 1;
    private const int LengthDelimited = 2;
    private const int Fixed32 = 5;
    private const int WireTypeBits = 3;

    /// <summary>The party's id in UTF-8, from the bytes of a genie.workload.v1.PartyRequest; empty where there is none.</summary>
    public static ReadOnlySpan<byte> Of(ReadOnlySpan<byte> request) => Field(Field(request, PartyField), PartyIdField);

    /// <summary>The content of a length-delimited field (Protocol Buffers, "Encoding").</summary>
    private static ReadOnlySpan<byte> Field(ReadOnlySpan<byte> message, int number)
    {
        while (TryReadVarint(ref message, out var tag))
        {
            ulong skipped;
            switch ((int)(tag & 7))
            {
                case Varint:
                    if (!TryReadVarint(ref message, out _)) return default;
                    continue;
                case Fixed64:
                    skipped = sizeof(ulong);
                    break;
                case Fixed32:
                    skipped = sizeof(uint);
                    break;
                case LengthDelimited when TryReadVarint(ref message, out skipped):
                    break;
                default:
                    return default;
            }

            if (skipped > (ulong)message.Length) return default;
            if (tag >> WireTypeBits == (ulong)number && (tag & 7) == LengthDelimited) return message[..(int)skipped];
            message = message[(int)skipped..];
        }

        return default;
    }

    private static bool TryReadVarint(ref ReadOnlySpan<byte> message, out ulong value)
    {
        value = 0;
        for (var i = 0; i < message.Length && i < 10; i++)
        {
            value |= (ulong)(message[i] & 0x7F) << (7 * i);
            if ((message[i] & 0x80) != 0) continue;
            message = message[(i + 1)..];
            return true;
        }

        return false;
    }
}
