using System.Buffers.Binary;

namespace Genie.Genuine.Ratchet;

/// <summary>Reads state that was unsealed; whatever does not fit is refused.</summary>
internal ref struct StateReader(ReadOnlySpan<byte> state)
{
    private ReadOnlySpan<byte> _left = state;

    /// <summary>True once all of it was read.</summary>
    public readonly bool IsAtEnd => _left.IsEmpty;

    /// <summary>One byte.</summary>
    public byte ReadByte() => Read(1)[0];

    /// <summary>Four bytes, big-endian.</summary>
    public uint ReadUInt32() => BinaryPrimitives.ReadUInt32BigEndian(Read(sizeof(uint)));

    /// <summary>Eight bytes, big-endian.</summary>
    public long ReadInt64() => BinaryPrimitives.ReadInt64BigEndian(Read(sizeof(long)));

    /// <summary>A time: milliseconds since 1970.</summary>
    public DateTimeOffset ReadTime()
    {
        var milliseconds = ReadInt64();
        Require(milliseconds >= 0 && milliseconds <= DateTimeOffset.MaxValue.ToUnixTimeMilliseconds());
        return DateTimeOffset.FromUnixTimeMilliseconds(milliseconds);
    }

    /// <summary>A count, refused if that many elements cannot follow.</summary>
    public int ReadCount(int elementSize)
    {
        var count = ReadUInt32();
        Require(count <= (uint)(_left.Length / elementSize));
        return (int)count;
    }

    /// <summary>That many bytes.</summary>
    public ReadOnlySpan<byte> Read(int count)
    {
        Require(count <= _left.Length);
        var read = _left[..count];
        _left = _left[count..];
        return read;
    }

    /// <summary>Bytes with their length before them.</summary>
    public ReadOnlySpan<byte> ReadSized() => Read(ReadCount(1));

    /// <summary>Refuses what is left over.</summary>
    public readonly void End() => Require(_left.IsEmpty);

    /// <summary>Refuses the state unless the condition holds.</summary>
    /// <exception cref="StateRefusedException">It does not.</exception>
    public static void Require(bool condition)
    {
        if (!condition) throw new StateRefusedException();
    }
}
