using System.Buffers.Binary;
using System.Collections.Concurrent;
using System.Security.Cryptography;

namespace Genie.Messaging.Receiving;

/// <summary>How often a message failed here. Known again by its bytes, ids included: systems number deliveries in too many ways to rely on.</summary>
internal sealed class FailedDeliveries
{
    // As many as can be unsettled many times over; beyond it the counts of all begin anew, and a message has more deliveries than it should.
    private const int CountMax = 100_000;
    private readonly ConcurrentDictionary<UInt128, int> _counts = new();

    /// <summary>Failed deliveries so far.</summary>
    public int CountOf(ReadOnlySpan<byte> bytes) => _counts.IsEmpty ? 0 : _counts.GetValueOrDefault(Fingerprint(bytes));

    /// <summary>One more.</summary>
    public void Add(ReadOnlySpan<byte> bytes)
    {
        if (_counts.Count >= CountMax) _counts.Clear();
        _counts.AddOrUpdate(Fingerprint(bytes), 1, static (_, count) => count + 1);
    }

    /// <summary>It is settled.</summary>
    public void Remove(ReadOnlySpan<byte> bytes)
    {
        if (!_counts.IsEmpty) _counts.TryRemove(Fingerprint(bytes), out _);
    }

    private static UInt128 Fingerprint(ReadOnlySpan<byte> bytes)
    {
        Span<byte> hash = stackalloc byte[SHA256.HashSizeInBytes];
        SHA256.HashData(bytes, hash);
        return BinaryPrimitives.ReadUInt128LittleEndian(hash);
    }
}
