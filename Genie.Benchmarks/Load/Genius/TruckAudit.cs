using Genie.EventStore;
using Genie.Extensions.Genius.Messages;
using Genie.Extensions.Genius.Outputs;
using Google.Protobuf.WellKnownTypes;

namespace Genie.Benchmarks.Load.Genius;

/// <summary>Compares the facts in a store with those that the answered events must have led to.</summary>
internal sealed class TruckAudit
{
    private static readonly TimeSpan Poll = TimeSpan.FromSeconds(1);

    private readonly Dictionary<string, long> _facts = new(StringComparer.Ordinal);
    private readonly Dictionary<(string Key, Timestamp Start), List<WindowClosed>> _windows = [];

    private TruckAudit()
    {
    }

    /// <summary>Facts that are missing, and facts too many.</summary>
    public long Missing { get; private set; }

    /// <summary>Facts that are there more often than once, or that nothing led to.</summary>
    public long Doubled { get; private set; }

    /// <summary>Reads until no fact is missing, or for so long: the last windows are closed by timers, some time after the last event.</summary>
    /// <param name="store">The events.</param>
    /// <param name="position">Facts after this count.</param>
    /// <param name="route">What was sent.</param>
    /// <param name="answered">How many events of each truck were answered.</param>
    /// <param name="timeout">For how long.</param>
    /// <param name="cancellationToken">Abandons it.</param>
    public static async Task<TruckAudit> ReadAsync(IEventStore store, long position, TruckRoute route, IReadOnlyList<long> answered, TimeSpan timeout, CancellationToken cancellationToken)
    {
        var end = DateTime.UtcNow + timeout;
        while (true)
        {
            var audit = new TruckAudit();
            await foreach (var fact in new OutputReader(store).ReadAsync(position, cancellationToken).ConfigureAwait(false)) audit.Add(route, fact);
            audit.Compare(route, answered);
            if (audit.Missing == 0 || DateTime.UtcNow > end) return audit;
            await Task.Delay(Poll, cancellationToken).ConfigureAwait(false);
        }
    }

    private void Add(TruckRoute route, Output fact)
    {
        if (route.NameOf(fact) is { } name) _facts[name] = _facts.GetValueOrDefault(name) + 1;
        if (route.WindowOf(fact) is not { } window) return;
        var key = (window.Key, window.Start);
        if (!_windows.TryGetValue(key, out var results)) _windows.Add(key, results = []);
        results.Add(window);
    }

    private void Compare(TruckRoute route, IReadOnlyList<long> answered)
    {
        for (var truck = 0; truck < answered.Count; truck++)
        {
            foreach (var name in route.FactsOf(truck, answered[truck]))
            {
                if (!_facts.Remove(name, out var times)) Missing++;
                else Doubled += times - 1;
            }

            foreach (var (key, start, count) in route.WindowsOf(truck, answered[truck])) CompareWindow(key, start, count);
        }

        // What is left has no event.
        Doubled += _facts.Values.Sum() + _windows.Values.Sum(static results => results.Count);
    }

    /// <summary>A window's results come once each, in their order, each with more events; the last has all.</summary>
    private void CompareWindow(string key, Timestamp start, long count)
    {
        if (!_windows.Remove((key, start), out var results))
        {
            Missing++;
            return;
        }

        for (var i = 0; i < results.Count; i++)
        {
            if (results[i].Revision != i + 1 || (i > 0 && results[i].Count <= results[i - 1].Count)) Doubled++;
        }

        if (results[^1].Count < count) Missing++;
        if (results[^1].Count > count) Doubled++;
    }
}
