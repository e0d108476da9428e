using System.Security.Cryptography;
using Genie.Genuine.Primitives;

namespace Genie.Genuine.Ratchet;

/// <summary>
/// Message keys of messages that have not arrived (MKSKIPPED), oldest first, bounded. A key is found by its chain (the
/// sender's ratchet key, or the header key where headers are encrypted) and number. Keys of a chain lie side by side.
/// </summary>
internal sealed class SkippedKeys(int capacity)
{
    private byte[] _keys = [];
    private uint[] _numbers = [];
    private byte[][] _chains = [];
    private long[] _times = [];

    /// <summary>How many are kept.</summary>
    public int Count { get; private set; }

    /// <summary>The key at an index.</summary>
    public ReadOnlySpan<byte> KeyAt(int index) => _keys.AsSpan(index * Sizes.Key, Sizes.Key);

    /// <summary>Its number.</summary>
    public uint NumberAt(int index) => _numbers[index];

    /// <summary>Its chain.</summary>
    public ReadOnlySpan<byte> ChainAt(int index) => _chains[index];

    /// <summary>When its message was found to be missing: milliseconds since 1970.</summary>
    public long TimeAt(int index) => _times[index];

    /// <summary>True if the key before it is of the same chain.</summary>
    public bool ContinuesChain(int index) => index > 0 && ReferenceEquals(_chains[index], _chains[index - 1]);

    /// <summary>The index of a key, or -1.</summary>
    public int Find(ReadOnlySpan<byte> chain, uint number)
    {
        for (var i = 0; i < Count; i++)
        {
            if (_numbers[i] == number && chain.SequenceEqual(_chains[i])) return i;
        }

        return -1;
    }

    /// <summary>Adds consecutive keys of one chain; drops the oldest ones that are too many.</summary>
    /// <param name="chain">32 bytes.</param>
    /// <param name="firstNumber">Number of the first key.</param>
    /// <param name="keys">The keys, one after the other.</param>
    /// <param name="time">Now.</param>
    public void Add(ReadOnlySpan<byte> chain, uint firstNumber, ReadOnlySpan<byte> keys, DateTimeOffset time)
    {
        var added = keys.Length / Sizes.Key;
        if (added > capacity)
        {
            firstNumber += (uint)(added - capacity);
            keys = keys[((added - capacity) * Sizes.Key)..];
            added = capacity;
        }

        if (added == 0) return;
        Remove(0, Math.Max(Count + added - capacity, 0));
        Reserve(Count + added);
        var owner = Count > 0 && chain.SequenceEqual(_chains[Count - 1]) ? _chains[Count - 1] : chain.ToArray();
        keys.CopyTo(_keys.AsSpan(Count * Sizes.Key));
        for (var i = 0; i < added; i++)
        {
            _numbers[Count + i] = firstNumber + (uint)i;
            _chains[Count + i] = owner;
            _times[Count + i] = time.ToUnixTimeMilliseconds();
        }

        Count += added;
    }

    /// <summary>Removes a key.</summary>
    public void RemoveAt(int index) => Remove(index, 1);

    /// <summary>Removes the keys of messages that were missing before that time.</summary>
    public void RemoveBefore(DateTimeOffset time)
    {
        var (count, bound) = (0, time.ToUnixTimeMilliseconds());
        while (count < Count && _times[count] < bound) count++;
        Remove(0, count);
    }

    /// <summary>Removes all.</summary>
    public void Clear() => Remove(0, Count);

    private void Remove(int index, int count)
    {
        if (count == 0) return;
        var behind = Count - index - count;
        Array.Copy(_keys, (index + count) * Sizes.Key, _keys, index * Sizes.Key, behind * Sizes.Key);
        Array.Copy(_numbers, index + count, _numbers, index, behind);
        Array.Copy(_chains, index + count, _chains, index, behind);
        Array.Copy(_times, index + count, _times, index, behind);
        Count -= count;
        CryptographicOperations.ZeroMemory(_keys.AsSpan(Count * Sizes.Key, count * Sizes.Key));
        Array.Clear(_chains, Count, count);
        if (Count == 0) (_keys, _numbers, _chains, _times) = ([], [], [], []);
    }

    private void Reserve(int count)
    {
        if (count <= _numbers.Length) return;
        var size = Math.Min(Math.Max(count, 2 * _numbers.Length), capacity);
        var keys = new byte[size * Sizes.Key];
        _keys.CopyTo(keys, 0);
        CryptographicOperations.ZeroMemory(_keys);
        _keys = keys;
        Array.Resize(ref _numbers, size);
        Array.Resize(ref _chains, size);
        Array.Resize(ref _times, size);
    }
}
