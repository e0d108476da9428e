using System.Runtime.CompilerServices;

namespace Genie.Brokers.Aeron.MediaDriver;

/// <summary>
/// A part of a mapped file: little-endian numbers at offsets, read and written with the ordering that the processes which
/// share it rely on. Every access is within bounds or throws; after the file is unmapped there must be none.
/// </summary>
internal readonly unsafe struct SharedMemory
{
    private readonly byte* _start;

    /// <summary>Memory from <paramref name="start"/> on.</summary>
    public SharedMemory(byte* start, int length)
    {
        _start = start;
        Length = length;
    }

    /// <summary>How many bytes it has.</summary>
    public int Length { get; }

    /// <summary>A part of it.</summary>
    public SharedMemory Slice(long offset, int length)
    {
        Check(offset, length);
        return new SharedMemory(_start + offset, length);
    }

    /// <summary>Its bytes.</summary>
    public Span<byte> Bytes(int offset, int length)
    {
        Check(offset, length);
        return new Span<byte>(_start + offset, length);
    }

    /// <summary>Reads a number that nobody changes, or whose freshness does not matter.</summary>
    public int ReadInt32(int offset) => *(int*)At(offset, sizeof(int));

    /// <inheritdoc cref="ReadInt32"/>
    public long ReadInt64(int offset) => *(long*)At(offset, sizeof(long));

    /// <summary>Reads a number; what its writer wrote before it is seen by later reads.</summary>
    public int ReadInt32Acquire(int offset) => Volatile.Read(ref *(int*)At(offset, sizeof(int)));

    /// <inheritdoc cref="ReadInt32Acquire"/>
    public long ReadInt64Acquire(int offset) => Volatile.Read(ref *(long*)At(offset, sizeof(long)));

    /// <summary>Writes a number in no particular order.</summary>
    public void WriteInt32(int offset, int value) => *(int*)At(offset, sizeof(int)) = value;

    /// <inheritdoc cref="WriteInt32"/>
    public void WriteInt64(int offset, long value) => *(long*)At(offset, sizeof(long)) = value;

    /// <summary>Writes a number after everything that was written before.</summary>
    public void WriteInt32Release(int offset, int value) => Volatile.Write(ref *(int*)At(offset, sizeof(int)), value);

    /// <inheritdoc cref="WriteInt32Release"/>
    public void WriteInt64Release(int offset, long value) => Volatile.Write(ref *(long*)At(offset, sizeof(long)), value);

    /// <summary>Adds, and returns what was there before.</summary>
    public long GetAndAdd(int offset, long value) => Interlocked.Add(ref *(long*)At(offset, sizeof(long)), value) - value;

    /// <summary>Replaces a value unless another process changed it meanwhile.</summary>
    public bool CompareAndSet(int offset, long expected, long value) =>
        Interlocked.CompareExchange(ref *(long*)At(offset, sizeof(long)), value, expected) == expected;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private byte* At(int offset, int size)
    {
        Check(offset, size);
        return _start + offset;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void Check(long offset, int size)
    {
        if ((ulong)offset > (ulong)Length || size < 0 || size > Length - offset) ThrowOutside(offset, size);
    }

    private void ThrowOutside(long offset, int size) =>
        throw new BrokerProtocolException(AeronDrivers.Name, $"{size} bytes at {offset} of a file part of {Length}");
}
