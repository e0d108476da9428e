using System.Buffers.Binary;

namespace Genie.Datagrams.Protocol;

/// <summary>Reads a packet that anybody may have sent: whatever is missing makes it invalid and reads as zero, and nothing throws.</summary>
internal ref struct WireReader(ReadOnlySpan<byte> source)
{
    private ReadOnlySpan<byte> _left = source;

    public bool IsInvalid { get; private set; }

    public readonly int Left => _left.Length;

    public byte ReadByte() => Read(1) is [var value] ? value : (byte)0;

    public ushort ReadUInt16() => Read(sizeof(ushort)) is { IsEmpty: false } bytes ? BinaryPrimitives.ReadUInt16LittleEndian(bytes) : (ushort)0;

    public uint ReadUInt32() => Read(sizeof(uint)) is { IsEmpty: false } bytes ? BinaryPrimitives.ReadUInt32LittleEndian(bytes) : 0;

    public ulong ReadUInt64() => Read(sizeof(ulong)) is { IsEmpty: false } bytes ? BinaryPrimitives.ReadUInt64LittleEndian(bytes) : 0;

    /// <summary>What <see cref="WireWriter.WriteVariable"/> wrote; invalid if it is not in the shortest form or exceeds 31 bits.</summary>
    public int ReadVariable()
    {
        uint value = 0;
        for (var shift = 0; shift < 35; shift += 7)
        {
            var next = ReadByte();
            if (IsInvalid || (shift == 28 && next > 7) || (shift > 0 && next == 0)) break;
            value |= (uint)(next & 0x7f) << shift;
            if (next < 0x80) return (int)value;
        }

        IsInvalid = true;
        return 0;
    }

    public ReadOnlySpan<byte> Read(int count)
    {
        if (IsInvalid || (uint)count > (uint)_left.Length)
        {
            IsInvalid = true;
            return default;
        }

        var bytes = _left[..count];
        _left = _left[count..];
        return bytes;
    }
}
