using System.Buffers.Binary;
using System.Diagnostics;

namespace Genie.Benchmarks.Agents.Links;

/// <summary>Bytes over a link for a time, to see how many it carries: pieces with their length before them, and one of none at the end.</summary>
internal static class ByteFlood
{
    private const int PieceBytes = 32 << 10;

    // However fast the link is, and however wrong a clock.
    private const long BytesMax = 4L << 30;

    /// <summary>Sends for a time.</summary>
    public static async Task SendAsync(Stream stream, TimeSpan time, CancellationToken cancellationToken)
    {
        var piece = new byte[sizeof(int) + PieceBytes];
        BinaryPrimitives.WriteInt32LittleEndian(piece, PieceBytes);
        var begin = Stopwatch.GetTimestamp();
        for (long sent = 0; sent < BytesMax && Stopwatch.GetElapsedTime(begin) < time; sent += PieceBytes) await stream.WriteAsync(piece, cancellationToken).ConfigureAwait(false);
        await stream.WriteAsync(new byte[sizeof(int)], cancellationToken).ConfigureAwait(false);
        await stream.FlushAsync(cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Takes what the other side sends.</summary>
    /// <returns>How many bytes came after the first piece, and in which time.</returns>
    /// <exception cref="IOException">It is no such flood.</exception>
    public static async Task<(long Bytes, double Seconds)> TakeAsync(Stream stream, CancellationToken cancellationToken)
    {
        var buffer = new byte[PieceBytes];
        long begin = 0, last = 0, bytes = 0;
        while (true)
        {
            await stream.ReadExactlyAsync(buffer.AsMemory(0, sizeof(int)), cancellationToken).ConfigureAwait(false);
            var length = BinaryPrimitives.ReadInt32LittleEndian(buffer);
            if (length == 0) return (bytes, begin == 0 ? 0 : Stopwatch.GetElapsedTime(begin, last).TotalSeconds);
            if (length is < 0 or > PieceBytes) throw new IOException("What came is no measurement of the bandwidth.");
            await stream.ReadExactlyAsync(buffer.AsMemory(0, length), cancellationToken).ConfigureAwait(false);
            last = Stopwatch.GetTimestamp();
            if (begin == 0) begin = last;
            else bytes += length;
        }
    }
}
