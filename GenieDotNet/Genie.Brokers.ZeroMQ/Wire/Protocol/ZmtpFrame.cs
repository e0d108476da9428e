using System.Buffers;
using System.Buffers.Binary;

namespace Genie.Brokers.ZeroMQ.Wire.Protocol;

/// <summary>One frame: flags, a size of one or eight bytes, a body (ZMTP 3.1, "Framing").</summary>
internal static class ZmtpFrame
{
    /// <summary>Bytes before the body at most.</summary>
    public const int HeaderBytesMax = 9;

    private const int ShortBodyBytesMax = 255;

    /// <summary>Writes what stands before a body of <paramref name="bodyBytes"/> and returns its length.</summary>
    public static int WriteHeader(Span<byte> destination, byte flags, int bodyBytes)
    {
        if (bodyBytes <= ShortBodyBytesMax)
        {
            destination[0] = flags;
            destination[1] = (byte)bodyBytes;
            return 2;
        }

        destination[0] = (byte)(flags | ZmtpFlags.Long);
        BinaryPrimitives.WriteUInt64BigEndian(destination[1..], (ulong)bodyBytes);
        return HeaderBytesMax;
    }

    /// <summary>Writes a whole frame and returns its length.</summary>
    public static int Write(Span<byte> destination, byte flags, ReadOnlySpan<byte> body)
    {
        var header = WriteHeader(destination, flags, body.Length);
        body.CopyTo(destination[header..]);
        return header + body.Length;
    }

    /// <summary>Reads the frame at the start of <paramref name="buffer"/>; false if it is not wholly there.</summary>
    /// <param name="buffer">What was received.</param>
    /// <param name="bodyBytesMax">A larger body is refused before it is waited for.</param>
    /// <param name="flags">The frame's flags.</param>
    /// <param name="body">Its body, a part of the buffer.</param>
    /// <exception cref="BrokerException">Unknown flags, or too large.</exception>
    public static bool TryRead(in ReadOnlySequence<byte> buffer, long bodyBytesMax, out byte flags, out ReadOnlySequence<byte> body)
    {
        body = default;
        flags = 0;
        Span<byte> copy = stackalloc byte[HeaderBytesMax];
        scoped var header = buffer.FirstSpan;
        if (header.Length < HeaderBytesMax && !buffer.IsSingleSegment)
        {
            var start = buffer.Slice(0, Math.Min(HeaderBytesMax, buffer.Length));
            start.CopyTo(copy);
            header = copy[..(int)start.Length];
        }

        if (header.Length < 2) return false;
        flags = header[0];
        if ((flags & ~ZmtpFlags.Known) != 0) throw new BrokerException($"zeromq: a frame with the unknown flags 0x{flags:x2}: the peer does not speak ZMTP 3.", isTransient: true);
        var isLong = (flags & ZmtpFlags.Long) != 0;
        if (isLong && header.Length < HeaderBytesMax) return false;
        var headerBytes = isLong ? HeaderBytesMax : 2;
        var bodyBytes = isLong ? BinaryPrimitives.ReadUInt64BigEndian(header[1..]) : header[1];
        if (bodyBytes > (ulong)bodyBytesMax) throw new PayloadTooLargeException("zeromq", bodyBytes > long.MaxValue ? long.MaxValue : (long)bodyBytes, bodyBytesMax);
        if ((ulong)buffer.Length < (ulong)headerBytes + bodyBytes) return false;
        body = buffer.Slice(headerBytes, (long)bodyBytes);
        return true;
    }
}
