using System.Buffers;
using System.Buffers.Binary;

namespace Genie.Workload;

/// <summary>Requests that are bytes only: sender and sequence, as far as there is room, then a piece of one random block.</summary>
internal sealed class RandomPayload : IRawPayload
{
    private const int OffsetsCount = 4096;
    private const int HeaderBytes = sizeof(uint) + sizeof(ulong);

    private readonly int _bytes;
    private readonly ulong _seed;
    private readonly byte[] _block;

    public RandomPayload(int bytes, ulong seed)
    {
        _bytes = bytes;
        _seed = seed;
        _block = new byte[bytes + OffsetsCount];
        var random = new SplitMix64(seed);
        for (var i = 0; i < _block.Length; i++) _block[i] = (byte)random.Next();
    }

    public void Write(uint sender, ulong sequence, IBufferWriter<byte> output)
    {
        var span = output.GetSpan(_bytes)[.._bytes];
        Body(sender, sequence).CopyTo(span);
        Span<byte> header = stackalloc byte[HeaderBytes];
        WriteHeader(sender, sequence, header);
        header[..Math.Min(HeaderBytes, _bytes)].CopyTo(span);
        output.Advance(_bytes);
    }

    public bool IsEcho(uint sender, ulong sequence, ReadOnlySpan<byte> answer)
    {
        Span<byte> header = stackalloc byte[HeaderBytes];
        WriteHeader(sender, sequence, header);
        var headerBytes = Math.Min(HeaderBytes, _bytes);
        return answer.Length == _bytes
            && answer[..headerBytes].SequenceEqual(header[..headerBytes])
            && answer[headerBytes..].SequenceEqual(Body(sender, sequence)[headerBytes..]);
    }

    private static void WriteHeader(uint sender, ulong sequence, Span<byte> header)
    {
        // The sequence first, lowest byte first: even the smallest payloads of neighbours differ.
        BinaryPrimitives.WriteUInt64LittleEndian(header, sequence);
        BinaryPrimitives.WriteUInt32LittleEndian(header[sizeof(ulong)..], sender);
    }

    private ReadOnlySpan<byte> Body(uint sender, ulong sequence) =>
        _block.AsSpan((int)(SplitMix64.Mix(_seed, sender, sequence) % OffsetsCount), _bytes);
}
