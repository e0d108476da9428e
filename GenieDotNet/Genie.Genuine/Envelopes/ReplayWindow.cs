using System.Buffers.Binary;
using Genie.Genuine.Ratchet;

namespace Genie.Genuine.Envelopes;

/// <summary>
/// Remembers message ids until their time is over, oldest first out, bounded. Refuses an id that it knows, and any id while
/// it is full. Not for concurrent callers.
/// </summary>
internal sealed class ReplayWindow(int capacity)
{
    private const int IdSize = 16;
    private readonly HashSet<UInt128> _known = [];
    private readonly PriorityQueue<UInt128, long> _byExpiry = new();

    /// <summary>How many ids are remembered.</summary>
    public int Count => _known.Count;

    /// <summary>True, and the id is remembered until it expires, if it is new.</summary>
    public bool TryAdd(UInt128 id, DateTimeOffset expiry, DateTimeOffset now)
    {
        while (_byExpiry.TryPeek(out var oldest, out var ticks) && ticks < now.UtcTicks)
        {
            _byExpiry.Dequeue();
            _known.Remove(oldest);
        }

        if (_known.Count >= capacity || !_known.Add(id)) return false;
        _byExpiry.Enqueue(id, expiry.UtcTicks);
        return true;
    }

    /// <summary>Writes all ids with their times.</summary>
    public void Write(StateWriter writer)
    {
        writer.Write((uint)_byExpiry.Count);
        foreach (var (id, ticks) in _byExpiry.UnorderedItems)
        {
            BinaryPrimitives.WriteUInt128BigEndian(writer.Next(IdSize), id);
            writer.Write(ticks);
        }
    }

    /// <summary>Reads what <see cref="Write"/> wrote, into an empty window.</summary>
    public void Read(ref StateReader reader)
    {
        for (var left = reader.ReadCount(IdSize + sizeof(long)); left > 0; left--)
        {
            var id = BinaryPrimitives.ReadUInt128BigEndian(reader.Read(IdSize));
            var ticks = reader.ReadInt64();
            if (_known.Add(id)) _byExpiry.Enqueue(id, ticks);
        }
    }
}
