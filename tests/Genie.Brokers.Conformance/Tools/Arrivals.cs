using System.Collections.Concurrent;

namespace Genie.Brokers.Conformance.Tools;

/// <summary>Which messages reached which listeners, how often, and in what order.</summary>
internal sealed class Arrivals
{
    private readonly ConcurrentDictionary<long, int> _timesOf = new();
    private readonly ConcurrentDictionary<int, int> _countOf = new();
    private readonly ConcurrentQueue<long> _order = new();

    /// <summary>Messages that arrived, each counted once.</summary>
    public int Distinct => _timesOf.Count;

    /// <summary>Numbers in the order of arrival, repetitions included.</summary>
    public IReadOnlyList<long> Order => [.. _order];

    public void Note(long number, int listener = 0)
    {
        _order.Enqueue(number);
        _countOf.AddOrUpdate(listener, 1, static (_, count) => count + 1);
        _timesOf.AddOrUpdate(number, 1, static (_, times) => times + 1);
    }

    public int CountOf(int listener) => _countOf.GetValueOrDefault(listener);

    public bool Has(long number) => _timesOf.ContainsKey(number);

    /// <summary>Waits until every number arrived.</summary>
    public Task ExpectAllAsync(IReadOnlyCollection<long> numbers, TimeSpan patience, CancellationToken cancellationToken) => Expect.EventuallyAsync(
        () => Distinct >= numbers.Count && numbers.All(Has), patience, $"all {numbers.Count:N0} messages arrive",
        () => $"{numbers.Count(n => !Has(n)):N0} are missing ({string.Join(", ", numbers.Where(n => !Has(n)).Take(5))}, …)", cancellationToken);

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
