using System.Text;

namespace Genie.Rpc.Quic;

/// <summary>The body of an error's frame: its code, one byte that is 1 if the error is transient, and its message in UTF-8.</summary>
internal static class ErrorBody
{
    private const int MaxMessageCharacters = 4096;

    public static void Write(FrameWriter writer, QuicRpcException error)
    {
        writer.Begin(FrameType.Error);
        var message = error.Message.Length > MaxMessageCharacters ? error.Message[..MaxMessageCharacters] : error.Message;
        var span = writer.GetSpan(9 + Encoding.UTF8.GetMaxByteCount(message.Length));
        var count = VariableInteger.Write(span, (int)error.Code);
        span[count++] = error.IsTransient ? (byte)1 : (byte)0;
        writer.Advance(count + Encoding.UTF8.GetBytes(message, span[count..]));
        writer.End();
    }

    public static QuicRpcException Read(ReadOnlyMemory<byte> body)
    {
        var span = body.Span;
        if (!VariableInteger.TryRead(span, out var code, out var count) || code is < 1 or > int.MaxValue || span.Length <= count)
            throw RpcErrors.Protocol("an error that cannot be read");
        return new((QuicRpcErrorCode)code, Encoding.UTF8.GetString(span[(count + 1)..]), span[count] == 1) { IsRemote = true };
    }
}
