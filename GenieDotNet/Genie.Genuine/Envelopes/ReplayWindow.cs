using System.Buffers.Binary;
using System.Runtime.InteropServices;
using Genie.Genuine.Ratchet;

namespace Genie.Genuine.Envelopes;

/// <summary>
/// Remembers message ids until their time is over, oldest first out, bounded as a whole and for each sender. Refuses an id that
/// it knows, any id while it is full, and any of a sender who has his share. Not for concurrent callers.
/// </summary>
internal sealed class ReplayWindow(int capacity, int share)
{
    private const int IdSize = 16;
    private readonly HashSet<UInt128> _known = [];
    private readonly Dictionary<UInt128, int> _senders = [];
    private readonly PriorityQueue<(UInt128 Id, UInt128 Sender), long> _byExpiry = new();

    /// <summary>How many ids are remembered.</summary>
    public int Count => _known.Count;

    /// <summary>True, and the id is remembered until it expires, if it is new.</summary>
    public bool TryAdd(UInt128 id, UInt128 sender, DateTimeOffset expiry, DateTimeOffset now)
    {
        while (_byExpiry.TryPeek(out var oldest, out var ticks) && ticks < now.UtcTicks)
        {
            _byExpiry.Dequeue();
            _known.Remove(oldest.Id);
            if (--CollectionsMarshal.GetValueRefOrAddDefault(_senders, oldest.Sender, out _) <= 0) _senders.Remove(oldest.Sender);
        }

        if (_known.Count >= capacity || _senders.GetValueOrDefault(sender) >= share) return false;
        return Add(id, sender, expiry.UtcTicks);
    }

    /// <summary>Writes all ids with their senders and times.</summary>
    public void Write(StateWriter writer)
    {
        writer.Write((uint)_byExpiry.Count);
        foreach (var ((id, sender), ticks) in _byExpiry.UnorderedItems)
        {
            BinaryPrimitives.WriteUInt128BigEndian(writer.Next(IdSize), id);
            BinaryPrimitives.WriteUInt128BigEndian(writer.Next(IdSize), sender);
            writer.Write(ticks);
        }
    }

    /// <summary>Reads what <see cref="Write"/> wrote, into an empty window.</summary>
    public void Read(ref StateReader reader)
    {
        for (var left = reader.ReadCount((2 * IdSize) + sizeof(long)); left > 0; left--)
        {
            var id = BinaryPrimitives.ReadUInt128BigEndian(reader.Read(IdSize));
            var sender = BinaryPrimitives.ReadUInt128BigEndian(reader.Read(IdSize));
            Add(id, sender, reader.ReadInt64());
        }
    }

    private bool Add(UInt128 id, UInt128 sender, long ticks)
    {
        if (!_known.Add(id)) return false;
        CollectionsMarshal.GetValueRefOrAddDefault(_senders, sender, out _)++;
        _byExpiry.Enqueue((id, sender), ticks);
        return true;
    }
}
