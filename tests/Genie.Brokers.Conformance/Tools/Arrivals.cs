using System.Buffers;
using System.Collections.Concurrent;

namespace Genie.Brokers.Conformance.Tools;

/// <summary>Which messages reached which listeners, how often, and in what order.</summary>
internal sealed class Arrivals
{
    private readonly ConcurrentDictionary<long, int> _timesOf = new();
    private readonly ConcurrentDictionary<int, int> _countOf = new();
    private readonly ConcurrentQueue<long> _order = new();
    private int _damaged;

    /// <summary>Messages that arrived, each counted once.</summary>
    public int Distinct => _timesOf.Count;

    /// <summary>Messages of numbers from the given one on that arrived more than once.</summary>
    public int TwiceFrom(long number) => _timesOf.Count(pair => pair.Key >= number && pair.Value > 1);

    /// <summary>Numbers in the order of arrival, repetitions included.</summary>
    public IReadOnlyList<long> Order => [.. _order];

    /// <summary>Counts a message of <see cref="Payloads.Numbered"/> and compares its every byte with what was sent.</summary>
    public void Note(in ReadOnlySequence<byte> message, int listener = 0)
    {
        var number = Payloads.NumberOf(message);
        var seen = message.IsSingleSegment ? message.FirstSpan : message.ToArray();
        if (!seen.SequenceEqual(Payloads.Numbered(number, seen.Length))) Interlocked.Increment(ref _damaged);
        _order.Enqueue(number);
        _countOf.AddOrUpdate(listener, 1, static (_, count) => count + 1);
        _timesOf.AddOrUpdate(number, 1, static (_, times) => times + 1);
    }

    public int CountOf(int listener) => _countOf.GetValueOrDefault(listener);

    public bool Has(long number) => _timesOf.ContainsKey(number);

    /// <summary>Waits until every number arrived, and fails if any message arrived other than it was sent.</summary>
    public async Task ExpectAllAsync(IReadOnlyCollection<long> numbers, TimeSpan timeout, CancellationToken cancellationToken, string circumstances = "")
    {
        await Expect.EventuallyAsync(
            () => Volatile.Read(ref _damaged) > 0 || (Distinct >= numbers.Count && numbers.All(Has)), timeout, $"all {numbers.Count:N0} messages arrive{circumstances}",
            () => $"{numbers.Count(n => !Has(n)):N0} are missing ({string.Join(", ", numbers.Where(n => !Has(n)).Take(5))}, …)", cancellationToken).ConfigureAwait(false);
        Expect.Equal(0, Volatile.Read(ref _damaged), "messages that arrive damaged:");
    }

    /// <summary>Fails if a message arrived twice; call it once nothing more is on its way.</summary>
    public void ExpectNoneTwice()
    {
        var twice = _timesOf.Where(pair => pair.Value > 1).Select(pair => pair.Key).ToArray();
        Expect.That(twice.Length == 0, "each message arrives once", $"{twice.Length:N0} arrived more than once ({string.Join(", ", twice.Take(5))}, …)");
    }

    /// <summary>Fails if something arrived that was not sent here.</summary>
    public void ExpectOnly(long from, long toExclusive)
    {
        var strangers = _timesOf.Keys.Where(number => number < from || number >= toExclusive).Take(5).ToArray();
        Expect.That(strangers.Length == 0, "only messages sent to this channel arrive", $"strangers: {string.Join(", ", strangers)}");
    }
}
