using System.Buffers.Binary;
using System.Text;
using System.Text.Unicode;

namespace Genie.Datagrams.Rpc.Wire;

/// <summary>What follows the head of an error: code (4), transient (1), text in UTF-8.</summary>
internal static class ErrorBody
{
    public const int MaxTextBytes = 512;
    public const int MaxBytes = HeadBytes + MaxTextBytes;

    private const int HeadBytes = sizeof(int) + 1;

    public static int Write(Span<byte> body, RpcErrorCode code, bool isTransient, string text)
    {
        BinaryPrimitives.WriteInt32LittleEndian(body, (int)code);
        body[sizeof(int)] = isTransient ? (byte)1 : (byte)0;

        // A text that is too long is cut between two characters.
        Utf8.FromUtf16(text, body.Slice(HeadBytes, MaxTextBytes), out _, out var written);
        return HeadBytes + written;
    }

    public static bool TryRead(ReadOnlySpan<byte> body, out RpcErrorCode code, out bool isTransient, out string text)
    {
        (code, isTransient, text) = (default, false, "");
        if (body.Length is < HeadBytes or > MaxBytes || body[sizeof(int)] > 1 || !Utf8.IsValid(body[HeadBytes..])) return false;
        code = (RpcErrorCode)BinaryPrimitives.ReadInt32LittleEndian(body);
        isTransient = body[sizeof(int)] == 1;
        text = Encoding.UTF8.GetString(body[HeadBytes..]);
        return code > 0;
    }
}
