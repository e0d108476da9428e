using System.Buffers;
using System.Text;
using Genie.Brokers.Frame;

namespace Genie.EventStore;

/// <summary>Shares streams out: all events of one stream fall into one partition, in every process and release alike.</summary>
internal static class StreamPartition
{
    /// <summary>The partition of a stream, 0 to <paramref name="partitions"/> − 1.</summary>
    public static int Of(string stream, int partitions)
    {
        var length = Encoding.UTF8.GetMaxByteCount(stream.Length);
        var rented = ArrayPool<byte>.Shared.Rent(length);
        try
        {
            var hash = Crc32C.Compute(rented.AsSpan(0, Encoding.UTF8.GetBytes(stream, rented)));
            return (int)(hash % (uint)partitions);
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(rented);
        }
    }
}
