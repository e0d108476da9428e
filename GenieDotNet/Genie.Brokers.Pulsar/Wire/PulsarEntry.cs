using System.Collections.Concurrent;
using Genie.Brokers.Pulsar.Wire.Protocol;

namespace Genie.Brokers.Pulsar.Wire;

/// <summary>
/// Pooled: one entry in hand, which is a message or a batch, until all its messages are settled. The broker gets an acknowledgement once an
/// entry, as it counts entries, not messages.
/// </summary>
internal sealed class PulsarEntry
{
    private const int PoolSizeMax = 4096;
    private const int WordBits = 64;
    private static readonly ConcurrentQueue<PulsarEntry> Pool = new();
    private readonly Lock _lock = new();
    private ulong[] _unsettled = new ulong[1];
    private int _words;
    private int _open;

    private PulsarEntry()
    {
    }

    /// <summary>Where it came from; an acknowledgement means something only there.</summary>
    public PulsarSession Session { get; private set; } = null!;

    public PulsarEntryId Id { get; private set; }

    /// <summary>The entries of the message's earlier chunks, to be acknowledged with it.</summary>
    public ReadOnlyMemory<PulsarEntryId> Earlier { get; private set; }

    /// <summary>Messages in it.</summary>
    public int Count { get; private set; }

    /// <summary>Those of them that are wanted.</summary>
    public int WantedCount { get; private set; }

    /// <summary>A bit for each message of a batch that is not settled as handled; empty if all are, or if it is no batch.</summary>
    public ReadOnlyMemory<ulong> Unsettled => Count == 1 || IsAllHandled ? default : _unsettled.AsMemory(0, _words);

    /// <summary>True if nothing is left to be delivered again.</summary>
    public bool IsAllHandled => !_unsettled.AsSpan(0, _words).ContainsAnyExcept(0UL);

    /// <summary>An entry whose messages are all wanted, except those that were acknowledged when it was delivered before.</summary>
    public static PulsarEntry Rent(PulsarSession session, in PulsarEntryFrame frame)
    {
        if (!Pool.TryDequeue(out var entry)) entry = new PulsarEntry();
        entry.Fill(session, frame);
        return entry;
    }

    /// <summary>True if the message of the batch is wanted.</summary>
    public bool IsWanted(int index) => (_unsettled[index / WordBits] >> (index % WordBits) & 1) != 0;

    /// <summary>One of its messages is done with. True for the last one: the entry is to be acknowledged.</summary>
    /// <param name="index">The message's index in the batch.</param>
    /// <param name="isHandled">False if it must come again.</param>
    public bool Settle(int index, bool isHandled)
    {
        lock (_lock)
        {
            if (isHandled) _unsettled[index / WordBits] &= ~(1UL << (index % WordBits));
            return --_open == 0;
        }
    }

    public void Return()
    {
        Session = null!;
        if (Pool.Count < PoolSizeMax) Pool.Enqueue(this);
    }

    private void Fill(PulsarSession session, in PulsarEntryFrame frame)
    {
        Session = session;
        Id = frame.Id;
        Earlier = frame.Earlier;
        Count = Math.Max(1, frame.BatchCount);
        _words = (Count + WordBits - 1) / WordBits;
        if (_unsettled.Length < _words) _unsettled = new ulong[_words];
        var words = _unsettled.AsSpan(0, _words);
        words.Fill(ulong.MaxValue);
        if (Count % WordBits != 0) words[^1] = (1UL << (Count % WordBits)) - 1;
        WantedCount = Count;
        if (frame.Unsettled is { } unsettled && frame.BatchCount > 0) WantedCount = Keep(words, unsettled);
        _open = WantedCount;
    }

    private static int Keep(Span<ulong> words, ulong[] unsettled)
    {
        var kept = 0;
        for (var i = 0; i < words.Length; i++)
        {
            words[i] &= i < unsettled.Length ? unsettled[i] : 0;
            kept += System.Numerics.BitOperations.PopCount(words[i]);
        }

        return kept;
    }
}
