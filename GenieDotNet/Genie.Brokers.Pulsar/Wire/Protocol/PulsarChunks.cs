using System.Buffers;
using System.Text;

namespace Genie.Brokers.Pulsar.Wire.Protocol;

/// <summary>
/// Joins the chunks of large messages. They come in order, perhaps with other messages between them; a message whose chunks do not all come
/// over one link begins anew on the next, as none of them was acknowledged.
/// </summary>
/// <param name="bytesMax">The largest message that is joined.</param>
internal sealed class PulsarChunks(int bytesMax)
{
    // As many as other clients join at once (maxPendingChunkedMessage).
    private const int PendingMax = 10;
    private readonly Dictionary<string, Pending> _pending = [];
    private long _begun;

    /// <summary>Takes a chunk. With the last one, the entry has the whole payload and names the entries before it.</summary>
    /// <param name="entry">The chunk's entry; <see cref="PulsarEntryFrame.Problem"/> is set where a message is given up.</param>
    /// <returns>True if the message is complete.</returns>
    public bool Join(ref PulsarEntryFrame entry)
    {
        ref var chunk = ref entry.Chunk;
        var uuid = Encoding.UTF8.GetString(chunk.Uuid);
        if (chunk.Index == 0) Begin(uuid, ref entry);

        // Of a message that was given up, or whose first chunk another consumer has.
        if (!_pending.TryGetValue(uuid, out var pending)) return false;
        pending.Entries.Add(entry.Id);
        if (chunk.Index < pending.Next) return false;
        if (chunk.Index > pending.Next || pending.Payload.WrittenCount + entry.Payload.Length > pending.Bytes)
        {
            _pending.Remove(uuid);
            entry.Problem = $"chunk {chunk.Index} of a message of {chunk.Count} does not follow chunk {pending.Next - 1}";
            return false;
        }

        foreach (var part in entry.Payload) pending.Payload.Write(part.Span);
        if (++pending.Next < chunk.Count) return false;
        _pending.Remove(uuid);
        entry.Payload = new ReadOnlySequence<byte>(pending.Payload.WrittenMemory);
        entry.Earlier = [.. pending.Entries[..^1]];
        return true;
    }

    private void Begin(string uuid, ref PulsarEntryFrame entry)
    {
        if (entry.Chunk.TotalBytes > bytesMax)
        {
            entry.Problem = PulsarEntryReader.TooLarge((ulong)entry.Chunk.TotalBytes, bytesMax);
            return;
        }

        if (_pending.ContainsKey(uuid)) return;
        if (_pending.Count == PendingMax)
        {
            var oldest = _pending.MinBy(pending => pending.Value.Number).Key;
            _pending.Remove(oldest);
            entry.Problem = $"more than {PendingMax} messages in chunks are incomplete at once; the oldest is left";
        }

        _pending.Add(uuid, new Pending(entry.Chunk.TotalBytes, _begun++));
    }

    private sealed class Pending(int bytes, long number)
    {
        public long Number => number;

        public int Bytes => bytes;

        // Grows with what has come: what the first chunk says may be wrong.
        public ArrayBufferWriter<byte> Payload { get; } = new();

        public int Next { get; set; }

        public List<PulsarEntryId> Entries { get; } = [];
    }
}
