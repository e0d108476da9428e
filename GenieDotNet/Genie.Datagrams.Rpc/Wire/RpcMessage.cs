using System.Buffers.Binary;

namespace Genie.Datagrams.Rpc.Wire;

/// <summary>What a message begins with: its kind, then the numbers of method and request in 4 bytes each, little-endian, as far as the kind has them.</summary>
internal static class RpcMessage
{
    /// <summary>Method, arguments.</summary>
    public const byte OneWay = 1;

    /// <summary>Method, request, arguments.</summary>
    public const byte Request = 2;

    /// <summary>Request, result.</summary>
    public const byte Result = 3;

    /// <summary>Request, code (4), transient (1), text in UTF-8.</summary>
    public const byte Error = 4;

    /// <summary>Request.</summary>
    public const byte Cancel = 5;

    public const int ShortHeadBytes = 1 + sizeof(uint);
    public const int RequestHeadBytes = 1 + (2 * sizeof(uint));

    public static ReadOnlySpan<byte> Head(Span<byte> head, byte kind, uint number)
    {
        head[0] = kind;
        BinaryPrimitives.WriteUInt32LittleEndian(head[1..], number);
        return head[..ShortHeadBytes];
    }

    public static ReadOnlySpan<byte> Head(Span<byte> head, byte kind, uint method, uint request)
    {
        Head(head, kind, method);
        BinaryPrimitives.WriteUInt32LittleEndian(head[ShortHeadBytes..], request);
        return head[..RequestHeadBytes];
    }

    public static uint NumberAt(ReadOnlySpan<byte> message, int offset) => BinaryPrimitives.ReadUInt32LittleEndian(message[offset..]);
}
