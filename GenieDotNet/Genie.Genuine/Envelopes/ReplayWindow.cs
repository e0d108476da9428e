using System.Buffers.Binary;
using Genie.Genuine.Ratchet;

namespace Genie.Genuine.Envelopes;

/// <summary>
/// Remembers message ids until their time is over, bounded as a whole and for each sender. A sender who has his share, or who is remembered while the whole is full, has his own
/// oldest id forgotten for each new one; from then on all of his that expire with it or before are refused by their time, so what is forgotten is never accepted again
/// (an anti-replay window as IPsec has it, RFC 4303, by time in place of a sequence number). Refuses an id that it knows, and any of a new sender's while it is full.
/// Not for concurrent callers.
/// </summary>
internal sealed class ReplayWindow(int capacity, int share)
{
    private const int IdSize = 16;
    private readonly HashSet<UInt128> _known = [];
    private readonly Dictionary<UInt128, SenderWindow> _senders = [];
    private readonly SortedSet<(long Ticks, UInt128 Id, UInt128 Sender)> _byExpiry = [];

    /// <summary>How many ids are remembered.</summary>
    public int Count => _known.Count;

    /// <summary>True, and the id is remembered until it expires, if it is new.</summary>
    public bool TryAdd(UInt128 id, UInt128 sender, DateTimeOffset expiry, DateTimeOffset now)
    {
        while (_byExpiry.Count > 0 && _byExpiry.Min is var oldest && oldest.Ticks < now.UtcTicks) Remove(oldest.Ticks, oldest.Id, oldest.Sender);
        var ticks = expiry.UtcTicks;
        var known = _senders.GetValueOrDefault(sender);
        if (_known.Contains(id) || ticks <= known?.ForgottenTicks) return false;
        if (_known.Count < capacity && (known?.ByExpiry.Count ?? 0) < share) return Add(id, sender, ticks);

        // One that is no later than what would be forgotten for it would be refused with that: nothing is gained.
        if (known is null || known.ByExpiry.Min.Ticks >= ticks) return false;
        var (forgotten, forgottenId) = known.ByExpiry.Min;
        Add(id, sender, ticks);
        known.ForgottenTicks = forgotten;
        Remove(forgotten, forgottenId, sender);
        return true;
    }

    /// <summary>Writes all ids with their senders and times, and until when each sender's are forgotten.</summary>
    public void Write(StateWriter writer)
    {
        writer.Write((uint)_byExpiry.Count);
        foreach (var (ticks, id, sender) in _byExpiry)
        {
            BinaryPrimitives.WriteUInt128BigEndian(writer.Next(IdSize), id);
            BinaryPrimitives.WriteUInt128BigEndian(writer.Next(IdSize), sender);
            writer.Write(ticks);
        }

        var forgotten = _senders.Where(static each => each.Value.ForgottenTicks > 0).ToList();
        writer.Write((uint)forgotten.Count);
        foreach (var (sender, window) in forgotten)
        {
            BinaryPrimitives.WriteUInt128BigEndian(writer.Next(IdSize), sender);
            writer.Write(window.ForgottenTicks);
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

        // What was stored before anything could be forgotten ends here.
        if (reader.IsAtEnd) return;
        for (var left = reader.ReadCount(IdSize + sizeof(long)); left > 0; left--)
        {
            var sender = BinaryPrimitives.ReadUInt128BigEndian(reader.Read(IdSize));
            var ticks = reader.ReadInt64();
            StateReader.Require(_senders.ContainsKey(sender));
            _senders[sender].ForgottenTicks = ticks;
        }
    }

    private bool Add(UInt128 id, UInt128 sender, long ticks)
    {
        if (!_known.Add(id)) return false;
        if (!_senders.TryGetValue(sender, out var window)) _senders.Add(sender, window = new SenderWindow());
        window.ByExpiry.Add((ticks, id));
        _byExpiry.Add((ticks, id, sender));
        return true;
    }

    // What a sender's forgotten ids are refused by goes with the last of those remembered: they expire later, so by then time itself refuses them.
    private void Remove(long ticks, UInt128 id, UInt128 sender)
    {
        _known.Remove(id);
        _byExpiry.Remove((ticks, id, sender));
        var window = _senders[sender];
        window.ByExpiry.Remove((ticks, id));
        if (window.ByExpiry.Count == 0) _senders.Remove(sender);
    }

    private sealed class SenderWindow
    {
        public SortedSet<(long Ticks, UInt128 Id)> ByExpiry { get; } = [];

        public long ForgottenTicks { get; set; }
    }
}
