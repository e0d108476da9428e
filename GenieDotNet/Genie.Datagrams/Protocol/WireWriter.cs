using System.Buffers.Binary;

namespace Genie.Datagrams.Protocol;

/// <summary>Writes a packet. Numbers are little-endian; the caller has made sure that there is room.</summary>
internal ref struct WireWriter(Span<byte> destination)
{
    private readonly Span<byte> _destination = destination;

    public int Length { get; private set; }

    public readonly ReadOnlySpan<byte> Written => _destination[..Length];

    public readonly int Room => _destination.Length - Length;

    /// <summary>Bytes that <see cref="WriteVariable"/> takes.</summary>
    public static int SizeOf(int value) => value < 1 << 7 ? 1 : value < 1 << 14 ? 2 : value < 1 << 21 ? 3 : value < 1 << 28 ? 4 : 5;

    public void Write(byte value) => _destination[Length++] = value;

    public void Write(ushort value) => BinaryPrimitives.WriteUInt16LittleEndian(Next(sizeof(ushort)), value);

    public void Write(uint value) => BinaryPrimitives.WriteUInt32LittleEndian(Next(sizeof(uint)), value);

    public void Write(ulong value) => BinaryPrimitives.WriteUInt64LittleEndian(Next(sizeof(ulong)), value);

    public void Write(scoped ReadOnlySpan<byte> bytes) => bytes.CopyTo(Next(bytes.Length));

    /// <summary>Seven bits a byte, lowest first, as in LEB128.</summary>
    public void WriteVariable(int value)
    {
        var left = (uint)value;
        while (left >= 0x80)
        {
            Write((byte)(left | 0x80));
            left >>= 7;
        }

        Write((byte)left);
    }

    public Span<byte> Next(int count)
    {
        var span = _destination.Slice(Length, count);
        Length += count;
        return span;
    }
}
