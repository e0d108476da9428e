using System.Buffers;
using System.IO.Compression;
using Genie.Brokers.Frame;
using Genie.Brokers.Pulsar.Wire.Protocol;
using K4os.Compression.LZ4;

namespace Genie.Brokers.Pulsar.Tests.Protocol;

/// <summary>What producers of other clients do to payloads: compression and chunks (PulsarApi.proto, MessageMetadata).</summary>
public sealed class ForeignPayloadTests
{
    private static readonly byte[] Payload = [.. Enumerable.Range(0, 5000).Select(i => (byte)(i / 7))];
    private readonly PulsarEntryReader _reader = new(Frames.ReceivedBytesMax);

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    [InlineData(4)]
    public void A_compressed_payload_is_decompressed(int type)
    {
        var compressed = Compress(type, Payload);
        Assert.True(compressed.Length < Payload.Length);
        var entry = Read(Metadata((8, type), (9, Payload.Length)), compressed);
        Assert.Null(entry.Problem);
        Assert.Equal(Payload, entry.Payload);
        foreach (var wrong in new[] { Payload.Length - 1, Payload.Length + 1 })
            Assert.Equal(AckDiscard.Decompression, Read(Metadata((8, type), (9, wrong)), compressed).Discard);
        Assert.Equal(AckDiscard.Decompression, Read(Metadata((8, type), (9, Payload.Length)), compressed[..^9]).Discard);
    }

    [Fact]
    public void Chunks_of_messages_that_cross_are_joined_and_name_the_entries_before()
    {
        Assert.True(Chunk("a", 0, 3).IsIncomplete);
        Assert.True(Chunk("b", 0, 2).IsIncomplete);
        Assert.True(Chunk("a", 1, 3).IsIncomplete);
        var second = Chunk("b", 1, 2);
        Assert.Equal((false, 1, "b0b1"), (second.IsIncomplete, second.Earlier, Text(second)));
        var first = Chunk("a", 2, 3);
        Assert.Equal((false, 2, "a0a1a2"), (first.IsIncomplete, first.Earlier, Text(first)));
    }

    [Fact]
    public void A_chunk_that_comes_twice_is_one_and_one_that_is_missing_is_named()
    {
        Chunk("a", 0, 2);
        Assert.True(Chunk("a", 0, 2).IsIncomplete);
        Assert.Equal("a0a1", Text(Chunk("a", 1, 2)));
        Chunk("b", 0, 3);
        var gap = Chunk("b", 2, 3);
        Assert.Equal((true, "chunk 2 of a message of 3 does not follow chunk 0"), (gap.IsIncomplete, gap.Problem));
        Assert.True(Chunk("c", 1, 2).IsIncomplete);
    }

    [Fact]
    public void A_message_whose_chunks_are_too_much_together_is_named_once()
    {
        Assert.StartsWith("a message of 2,000,000 bytes", Chunk("a", 0, 2, total: 2_000_000).Problem, StringComparison.Ordinal);
        var rest = Chunk("a", 1, 2, total: 2_000_000);
        Assert.Equal((true, null), (rest.IsIncomplete, rest.Problem));
    }

    [Fact]
    public void Incomplete_messages_are_bounded()
    {
        for (var i = 0; i < 10; i++) Assert.Null(Chunk($"{i}", 0, 2).Problem);
        Assert.Contains("more than 10 messages", Chunk("x", 0, 2).Problem, StringComparison.Ordinal);
        Assert.True(Chunk("0", 1, 2).IsIncomplete);
        Assert.Equal("1011", Text(Chunk("1", 1, 2)));
    }

    private static string Text(Entry entry) => System.Text.Encoding.UTF8.GetString(entry.Payload);

    private static byte[] Compress(int type, byte[] payload)
    {
        if (type == 3) return new ZstdSharp.Compressor().Wrap(payload).ToArray();
        if (type == 4) return Snappier.Snappy.CompressToArray(payload);
        if (type == 1)
        {
            var target = new byte[LZ4Codec.MaximumOutputSize(payload.Length)];
            return target[..LZ4Codec.Encode(payload, target)];
        }

        using var stream = new MemoryStream();
        using (var zlib = new ZLibStream(stream, CompressionLevel.Optimal)) zlib.Write(payload);
        return stream.ToArray();
    }

    private static byte[] Metadata(params (int Field, int Number)[] fields)
    {
        var bytes = new byte[100];
        var writer = new ProtoWriter(bytes);
        foreach (var (field, number) in fields) writer.Number(field, (ulong)number);
        return bytes[..writer.Written];
    }

    private Entry Chunk(string uuid, int index, int count, int total = 100)
    {
        var name = new byte[30];
        var writer = new ProtoWriter(name);
        writer.Bytes(26, System.Text.Encoding.UTF8.GetBytes(uuid));
        return Read([.. name[..writer.Written], .. Metadata((27, count), (28, total), (29, index))], System.Text.Encoding.UTF8.GetBytes($"{uuid}{index}"));
    }

    private Entry Read(byte[] metadata, byte[] payload)
    {
        byte[] sized = [0, 0, 0, (byte)metadata.Length, .. metadata, .. payload];
        var rest = new byte[6 + sized.Length];
        (rest[0], rest[1]) = (0x0e, 0x01);
        System.Buffers.Binary.BinaryPrimitives.WriteUInt32BigEndian(rest.AsSpan(2), Crc32C.Compute(sized));
        sized.CopyTo(rest.AsSpan(6));
        var read = _reader.Read(new PulsarFrame { Rest = new ReadOnlySequence<byte>(rest) });
        return new Entry(read.IsIncomplete, read.Earlier?.Length ?? 0, read.Problem, read.Discard, read.Single.Payload.ToArray());
    }

    private sealed record Entry(bool IsIncomplete, int Earlier, string? Problem, AckDiscard Discard, byte[] Payload);
}
