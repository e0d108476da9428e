using System.Buffers;
using System.Buffers.Binary;
using Google.Protobuf;

namespace Genie.Workload;

/// <summary>Requests that are bytes only: sender and sequence, as far as there is room, then a piece of one random block. Their sizes follow a distribution.</summary>
internal sealed class RandomPayload : IRawPayload
{
    private const int OffsetsCount = 4096;
    private const int HeaderBytes = sizeof(uint) + sizeof(ulong);
    private const int OffsetBits = 32;

    private readonly PayloadSizes _sizes;
    private readonly ulong _seed;
    private readonly byte[] _block;
    private readonly ByteString[] _paddings;

    public RandomPayload(PayloadSizes sizes, ulong seed)
    {
        _sizes = sizes;
        _seed = seed;
        _block = new byte[sizes.LargestBytes + OffsetsCount];
        var random = new SplitMix64(seed);
        for (var i = 0; i < _block.Length; i++) _block[i] = (byte)random.Next();

        // Nobody changes the block: they may share it.
        _paddings = [.. sizes.Quantiles.Select(bytes => UnsafeByteOperations.UnsafeWrap(_block.AsMemory(0, bytes)))];
    }

    public void Write(uint sender, ulong sequence, IBufferWriter<byte> output)
    {
        var body = Body(sender, sequence);
        var span = output.GetSpan(body.Length)[..body.Length];
        body.CopyTo(span);
        Span<byte> header = stackalloc byte[HeaderBytes];
        WriteHeader(sender, sequence, header);
        header[..Math.Min(HeaderBytes, span.Length)].CopyTo(span);
        output.Advance(span.Length);
    }

    public bool IsEcho(uint sender, ulong sequence, ReadOnlySpan<byte> answer)
    {
        var body = Body(sender, sequence);
        Span<byte> header = stackalloc byte[HeaderBytes];
        WriteHeader(sender, sequence, header);
        var headerBytes = Math.Min(HeaderBytes, body.Length);
        return answer.Length == body.Length
            && answer[..headerBytes].SequenceEqual(header[..headerBytes])
            && answer[headerBytes..].SequenceEqual(body[headerBytes..]);
    }

    public ByteString PaddingOf(uint sender, ulong sequence) => _paddings[_sizes.Pick(SplitMix64.Mix(_seed, sender, sequence) >> OffsetBits)];

    private static void WriteHeader(uint sender, ulong sequence, Span<byte> header)
    {
        // The sequence first, lowest byte first: even the smallest payloads of neighbours differ.
        BinaryPrimitives.WriteUInt64LittleEndian(header, sequence);
        BinaryPrimitives.WriteUInt32LittleEndian(header[sizeof(ulong)..], sender);
    }

    private ReadOnlySpan<byte> Body(uint sender, ulong sequence)
    {
        var random = SplitMix64.Mix(_seed, sender, sequence);
        return _block.AsSpan((int)(random % OffsetsCount), _sizes.Quantiles[_sizes.Pick(random >> OffsetBits)]);
    }
}
