using Genie.Genuine.Primitives;
using Genie.Genuine.Ratchet;

namespace Genie.Genuine.Handshake;

/// <summary>Prekeys in memory, without a lock: what both stores share.</summary>
internal sealed class PreKeyTable : IDisposable
{
    private const byte Version = 2;

    /// <summary>First messages without a one-time prekey to one signed prekey; a bound on what others can make this side remember.</summary>
    public const int MaxUses = 100_000;

    /// <summary>The share of them that one initiator may have, so that he cannot shut others out.</summary>
    public const int MaxUsesOfOne = 1_000;

    /// <summary>Signed prekeys; of more the oldest is deleted, with what was remembered of its use.</summary>
    public const int MaxSigned = 16;

    private readonly SortedDictionary<uint, StoredPreKey> _oneTime = [];
    private readonly Dictionary<uint, SignedEntry> _signed = [];
    private int _count;

    public void AddSigned(StoredPreKey preKey)
    {
        _signed[preKey.Id] = new SignedEntry(Copy(preKey), _count++);
        while (_signed.Count > MaxSigned) RemoveSigned(_signed.Values.MinBy(static entry => entry.Order)!);
    }

    public StoredPreKey? LatestSigned() => _signed.Values.MaxBy(static entry => entry.Order) is { } entry ? entry.Key with { RememberedUses = entry.Uses.Count } : null;

    public StoredPreKey? OldestSigned() => _signed.Values.MinBy(static entry => entry.Key.Created)?.Key;

    public StoredPreKey? FindSigned(uint id) => _signed.GetValueOrDefault(id)?.Key;

    public StoredPreKey? FindOneTime(uint id) => _oneTime.GetValueOrDefault(id);

    public void RemoveSignedBefore(DateTimeOffset time)
    {
        foreach (var entry in _signed.Values.Where(entry => entry.Key.Created < time).ToArray()) RemoveSigned(entry);
    }

    public void AddOneTime(StoredPreKey preKey, int capacity)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(capacity, 1);
        _oneTime[preKey.Id] = Copy(preKey);
        while (_oneTime.Count > capacity) RemoveOneTime(_oneTime.Values.MinBy(key => (key.Created, key.Id))!);
    }

    public bool TryConsume(PreKeyUse use)
    {
        if (!_signed.TryGetValue(use.SignedId, out var signed)) return false;
        if (use.OneTimeId == 0) return signed.TryRemember(use.EphemeralKey.Span, use.Initiator.Span);
        if (!_oneTime.TryGetValue(use.OneTimeId, out var oneTime)) return false;
        RemoveOneTime(oneTime);
        return true;
    }

    public void Write(StateWriter writer)
    {
        writer.Write(Version);
        writer.Write((uint)_signed.Count);
        foreach (var entry in _signed.Values.OrderBy(static entry => entry.Order))
        {
            Write(writer, entry.Key);
            writer.Write((uint)entry.Uses.Count);
            foreach (var (ephemeralKey, initiator) in entry.Uses)
            {
                writer.Write(Convert.FromHexString(ephemeralKey));
                writer.Write(Convert.FromHexString(initiator));
            }
        }

        writer.Write((uint)_oneTime.Count);
        foreach (var key in _oneTime.Values) Write(writer, key);
    }

    public static PreKeyTable Read(ref StateReader reader)
    {
        var table = new PreKeyTable();
        StateReader.Require(reader.ReadByte() == Version);
        for (var left = reader.ReadCount(Sizes.Key); left > 0; left--)
        {
            var entry = new SignedEntry(ReadKey(ref reader), table._count++);
            for (var used = reader.ReadCount(2 * Sizes.Key); used > 0; used--)
            {
                var ephemeralKey = reader.Read(Sizes.Key);
                StateReader.Require(entry.TryRemember(ephemeralKey, reader.Read(Sizes.Key)));
            }

            table._signed[entry.Key.Id] = entry;
        }

        for (var left = reader.ReadCount(Sizes.Key); left > 0; left--)
        {
            var key = ReadKey(ref reader);
            table._oneTime[key.Id] = key;
        }

        return table;
    }

    private static StoredPreKey ReadKey(ref StateReader reader)
    {
        var id = reader.ReadUInt32();
        var ticks = reader.ReadInt64();
        StateReader.Require(ticks >= 0 && ticks <= DateTimeOffset.MaxValue.UtcTicks);
        return new StoredPreKey(id, reader.Read(Sizes.Key).ToArray(), new DateTimeOffset(ticks, TimeSpan.Zero));
    }

    private static void Write(StateWriter writer, StoredPreKey key)
    {
        writer.Write(key.Id);
        writer.Write(key.Created.UtcTicks);
        writer.Write(key.PrivateKey.Span);
    }

    /// <summary>A copy of a key: the table zeroes its own bytes when a key is used up, perhaps while another caller reads.</summary>
    public static StoredPreKey Copy(StoredPreKey key) => key with { PrivateKey = key.PrivateKey.ToArray() };

    /// <summary>Zeroes all keys.</summary>
    public void Dispose()
    {
        foreach (var entry in _signed.Values) entry.Key.Zero();
        foreach (var key in _oneTime.Values) key.Zero();
        _signed.Clear();
        _oneTime.Clear();
    }

    private void RemoveOneTime(StoredPreKey key)
    {
        _oneTime.Remove(key.Id);
        key.Zero();
    }

    private void RemoveSigned(SignedEntry entry)
    {
        _signed.Remove(entry.Key.Id);
        entry.Key.Zero();
    }

    private sealed class SignedEntry(StoredPreKey key, int order)
    {
        private readonly Dictionary<string, int> _ofInitiators = [];

        public StoredPreKey Key => key;

        /// <summary>Later ones were made later, whatever clocks say.</summary>
        public int Order => order;

        /// <summary>Initiators by their ephemeral keys, both in hexadecimal.</summary>
        public Dictionary<string, string> Uses { get; } = [];

        public bool TryRemember(ReadOnlySpan<byte> ephemeralKey, ReadOnlySpan<byte> initiator)
        {
            var (used, by) = (Convert.ToHexString(ephemeralKey), Convert.ToHexString(initiator));
            var share = _ofInitiators.GetValueOrDefault(by);
            if (Uses.Count >= MaxUses || share >= MaxUsesOfOne || !Uses.TryAdd(used, by)) return false;
            _ofInitiators[by] = share + 1;
            return true;
        }
    }
}
