using System.Text;

namespace Genie.Rpc.Quic;

/// <summary>Metadata as bytes: their number, then for each its key and value, each a length and UTF-8.</summary>
internal static class MetadataBytes
{
    public static void Write(FrameWriter writer, QuicRpcMetadata metadata)
    {
        WriteLength(writer, metadata.Count);
        foreach (var (key, value) in metadata)
        {
            WriteText(writer, key);
            WriteText(writer, value);
        }
    }

    public static QuicRpcMetadata Read(ReadOnlySpan<byte> span, ref int position)
    {
        var count = ReadLength(span, ref position);
        if (count > QuicRpcMetadata.MaxEntries) throw RpcErrors.Protocol($"{count} entries of metadata");
        var entries = new KeyValuePair<string, string>[count];
        for (var i = 0; i < count; i++)
        {
            var key = ReadText(span, ref position);
            entries[i] = new(key, ReadText(span, ref position));
        }

        return new QuicRpcMetadata(entries);
    }

    private static void WriteText(FrameWriter writer, string text)
    {
        WriteLength(writer, Encoding.UTF8.GetByteCount(text));
        writer.Advance(Encoding.UTF8.GetBytes(text, writer.GetSpan(Encoding.UTF8.GetMaxByteCount(text.Length))));
    }

    private static void WriteLength(FrameWriter writer, int length) => writer.Advance(VariableInteger.Write(writer.GetSpan(8), length));

    private static string ReadText(ReadOnlySpan<byte> span, ref int position)
    {
        var length = ReadLength(span, ref position);
        if (length > span.Length - position) throw RpcErrors.Protocol("metadata is cut");
        position += (int)length;
        return Encoding.UTF8.GetString(span.Slice(position - (int)length, (int)length));
    }

    private static long ReadLength(ReadOnlySpan<byte> span, ref int position)
    {
        if (!VariableInteger.TryRead(span[position..], out var length, out var bytes)) throw RpcErrors.Protocol("metadata is cut");
        position += bytes;
        return length;
    }
}
