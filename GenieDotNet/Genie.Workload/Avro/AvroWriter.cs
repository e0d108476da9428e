using System.Buffers;
using System.Buffers.Binary;
using System.Text;

namespace Genie.Workload.Avro;

/// <summary>
/// Writes the primitives of Avro's binary encoding (Avro 1.12 specification, "Binary Encoding"). What they mean together
/// is the schema's, and the caller's. Call <see cref="Flush"/> at the end.
/// </summary>
public ref struct AvroWriter
{
    private const int VarintBytesMax = 10;

    private readonly IBufferWriter<byte> _output;
    private Span<byte> _span;
    private int _used;

    /// <summary>Writes to <paramref name="output"/>.</summary>
    public AvroWriter(IBufferWriter<byte> output)
    {
        _output = output;
        _span = default;
        _used = 0;
    }

    /// <summary>A boolean: one byte.</summary>
    public void WriteBoolean(bool value)
    {
        Reserve(1);
        _span[_used++] = value ? (byte)1 : (byte)0;
    }

    /// <summary>An int or long: zig-zag, then seven bits a byte, the lowest first. Also an enumeration's position, a union's
    /// branch and a block's count.</summary>
    public void WriteLong(long value)
    {
        Reserve(VarintBytesMax);
        var rest = (ulong)((value << 1) ^ (value >> 63));
        while (rest > 0x7F)
        {
            _span[_used++] = (byte)(rest | 0x80);
            rest >>= 7;
        }

        _span[_used++] = (byte)rest;
    }

    /// <summary>A double: eight bytes, the lowest first.</summary>
    public void WriteDouble(double value)
    {
        Reserve(sizeof(double));
        BinaryPrimitives.WriteDoubleLittleEndian(_span[_used..], value);
        _used += sizeof(double);
    }

    /// <summary>Bytes, or a string that is in UTF-8 already: a length, then the bytes.</summary>
    public void WriteBytes(scoped ReadOnlySpan<byte> value)
    {
        WriteLong(value.Length);
        WriteRaw(value);
    }

    /// <summary>A string: its length in UTF-8, then UTF-8.</summary>
    public void WriteString(string value)
    {
        var length = Encoding.UTF8.GetByteCount(value);
        WriteLong(length);
        Reserve(length);
        Encoding.UTF8.GetBytes(value, _span[_used..]);
        _used += length;
    }

    /// <summary>Bytes as they are.</summary>
    public void WriteRaw(scoped ReadOnlySpan<byte> value)
    {
        Reserve(value.Length);
        value.CopyTo(_span[_used..]);
        _used += value.Length;
    }

    /// <summary>Hands what was written to the output.</summary>
    public void Flush()
    {
        if (_used > 0) _output.Advance(_used);
        _span = default;
        _used = 0;
    }

    private void Reserve(int bytes)
    {
        if (_span.Length - _used >= bytes) return;
        Flush();
        _span = _output.GetSpan(bytes);
    }
}
