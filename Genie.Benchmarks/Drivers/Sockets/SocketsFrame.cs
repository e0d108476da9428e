using System.Buffers;
using System.Buffers.Binary;
using Genie.Brokers.Links;

namespace Genie.Benchmarks.Drivers.Sockets;

/// <summary>What a frame asks for, or answers.</summary>
internal enum SocketsFrameKind : byte
{
    /// <summary>Nothing.</summary>
    OneWay,

    /// <summary>An answer.</summary>
    Request,

    /// <summary>Word that the handler has ended; an empty payload says that it did well.</summary>
    Confirm,
}

/// <summary>A message on its way: length of the payload, kind, correlation, payload.</summary>
/// <param name="kind">What is asked for, or answered.</param>
/// <param name="correlation">The asker's number; comes back with the answer.</param>
/// <param name="payload">The message.</param>
internal readonly struct SocketsFrame(SocketsFrameKind kind, ulong correlation, ReadOnlyMemory<byte> payload) : ILinkFrame
{
    /// <summary>The largest payload, in bytes.</summary>
    public const int PayloadBytesMax = 16 * 1024 * 1024;

    private const int HeaderBytes = sizeof(int) + 1 + sizeof(ulong);

    /// <inheritdoc/>
    public int SizeMax => HeaderBytes + payload.Length;

    /// <inheritdoc/>
    public int Write(Span<byte> destination)
    {
        BinaryPrimitives.WriteInt32LittleEndian(destination, payload.Length);
        destination[sizeof(int)] = (byte)kind;
        BinaryPrimitives.WriteUInt64LittleEndian(destination[(sizeof(int) + 1)..], correlation);
        payload.Span.CopyTo(destination[HeaderBytes..]);
        return SizeMax;
    }

    /// <summary>Takes one frame and moves the buffer's start behind it.</summary>
    /// <returns>False if the buffer holds no whole one.</returns>
    /// <exception cref="InvalidDataException">The length cannot be right.</exception>
    public static bool TryTake(ref ReadOnlySequence<byte> buffer, out SocketsFrameKind kind, out ulong correlation, out ReadOnlySequence<byte> payload)
    {
        (kind, correlation, payload) = (default, 0, default);
        if (buffer.Length < HeaderBytes) return false;
        Span<byte> header = stackalloc byte[HeaderBytes];
        buffer.Slice(0, HeaderBytes).CopyTo(header);
        var length = BinaryPrimitives.ReadInt32LittleEndian(header);
        if (length is < 0 or > 2 * PayloadBytesMax) throw new InvalidDataException($"a frame of {length} bytes: the peer is no Genie process");
        if (buffer.Length < HeaderBytes + length) return false;
        kind = (SocketsFrameKind)header[sizeof(int)];
        correlation = BinaryPrimitives.ReadUInt64LittleEndian(header[(sizeof(int) + 1)..]);
        payload = buffer.Slice(HeaderBytes, length);
        buffer = buffer.Slice(HeaderBytes + length);
        return true;
    }
}
