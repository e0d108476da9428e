using System.Buffers.Binary;
using System.Security.Cryptography;

namespace Genie.Genuine.Ratchet;

/// <summary>Collects state before it is sealed; zeroes every copy of it.</summary>
internal sealed class StateWriter : IDisposable
{
    private byte[] _bytes = new byte[512];
    private int _length;

    /// <summary>What was written.</summary>
    public ReadOnlySpan<byte> Written => _bytes.AsSpan(0, _length);

    /// <summary>One byte.</summary>
    public void Write(byte value) => Next(1)[0] = value;

    /// <summary>Four bytes, big-endian.</summary>
    public void Write(uint value) => BinaryPrimitives.WriteUInt32BigEndian(Next(sizeof(uint)), value);

    /// <summary>Eight bytes, big-endian.</summary>
    public void Write(long value) => BinaryPrimitives.WriteInt64BigEndian(Next(sizeof(long)), value);

    /// <summary>Bytes of a length that the reader knows.</summary>
    public void Write(ReadOnlySpan<byte> value) => value.CopyTo(Next(value.Length));

    /// <summary>Bytes with their length before them.</summary>
    public void WriteSized(ReadOnlySpan<byte> value)
    {
        Write((uint)value.Length);
        Write(value);
    }

    /// <summary>The next bytes, for the caller to fill.</summary>
    public Span<byte> Next(int count)
    {
        if (_length + count > _bytes.Length)
        {
            var larger = new byte[Math.Max(2 * _bytes.Length, _length + count)];
            Written.CopyTo(larger);
            CryptographicOperations.ZeroMemory(_bytes);
            _bytes = larger;
        }

        _length += count;
        return _bytes.AsSpan(_length - count, count);
    }

    /// <inheritdoc/>
    public void Dispose() => CryptographicOperations.ZeroMemory(_bytes);
}
