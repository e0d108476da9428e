using System.Security.Cryptography;
using Genie.Genuine.Primitives;
using Genie.Genuine.Ratchet;

namespace Genie.Genuine.Handshake;

/// <summary>Prekeys in memory, without a lock: what both stores share.</summary>
internal sealed class PreKeyTable
{
    private const byte Version = 1;

    /// <summary>First messages to one signed prekey; a bound on what others can make this side remember.</summary>
    private const int MaxUses = 100_000;

    private readonly SortedDictionary<uint, StoredPreKey> _oneTime = [];
    private readonly Dictionary<uint, SignedEntry> _signed = [];

    public void AddSigned(StoredPreKey preKey) => _signed[preKey.Id] = new SignedEntry(Copy(preKey), []);

    public StoredPreKey? LatestSigned() => _signed.Values.MaxBy(entry => (entry.Key.Created, entry.Key.Id))?.Key;

    public StoredPreKey? FindSigned(uint id) => _signed.GetValueOrDefault(id)?.Key;

    public StoredPreKey? FindOneTime(uint id) => _oneTime.GetValueOrDefault(id);

    public void RemoveSignedBefore(DateTimeOffset time)
    {
        foreach (var entry in _signed.Values.Where(entry => entry.Key.Created < time).ToArray())
        {
            _signed.Remove(entry.Key.Id);
            Zero(entry.Key);
        }
    }

    public void AddOneTime(StoredPreKey preKey, int capacity)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(capacity, 1);
        _oneTime[preKey.Id] = Copy(preKey);
        while (_oneTime.Count > capacity) RemoveOneTime(_oneTime.Values.MinBy(key => (key.Created, key.Id))!);
    }

    public bool TryConsume(uint signedId, uint oneTimeId, ReadOnlySpan<byte> ephemeralKey)
    {
        var used = Convert.ToHexString(ephemeralKey);
        if (!_signed.TryGetValue(signedId, out var signed) || signed.UsedEphemeralKeys.Count >= MaxUses || signed.UsedEphemeralKeys.Contains(used)) return false;
        if (oneTimeId != 0)
        {
            if (!_oneTime.TryGetValue(oneTimeId, out var oneTime)) return false;
            RemoveOneTime(oneTime);
        }

        return signed.UsedEphemeralKeys.Add(used);
    }

    public void Write(StateWriter writer)
    {
        writer.Write(Version);
        writer.Write((uint)_signed.Count);
        foreach (var entry in _signed.Values)
        {
            Write(writer, entry.Key);
            writer.Write((uint)entry.UsedEphemeralKeys.Count);
            foreach (var used in entry.UsedEphemeralKeys) writer.Write(Convert.FromHexString(used));
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
            var entry = new SignedEntry(ReadKey(ref reader), []);
            for (var used = reader.ReadCount(Sizes.Key); used > 0; used--) entry.UsedEphemeralKeys.Add(Convert.ToHexString(reader.Read(Sizes.Key)));
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

    private void RemoveOneTime(StoredPreKey key)
    {
        _oneTime.Remove(key.Id);
        Zero(key);
    }

    /// <summary>A copy of a key: the table zeroes its own bytes when a key is used up, perhaps while another caller reads.</summary>
    public static StoredPreKey Copy(StoredPreKey key) => key with { PrivateKey = key.PrivateKey.ToArray() };

    private static void Zero(StoredPreKey key)
    {
        if (System.Runtime.InteropServices.MemoryMarshal.TryGetArray(key.PrivateKey, out var bytes)) CryptographicOperations.ZeroMemory(bytes);
    }

    private sealed record SignedEntry(StoredPreKey Key, HashSet<string> UsedEphemeralKeys);
}
