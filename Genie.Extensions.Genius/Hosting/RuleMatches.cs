using System.Collections.Concurrent;
using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Messages;

namespace Genie.Extensions.Genius.Hosting;

/// <summary>Counts the events and facts that rules matched, repetitions apart, since the process began.</summary>
public sealed class RuleMatches : IGeniusObserver
{
    private readonly ConcurrentDictionary<string, long> _matches = new(StringComparer.Ordinal);

    /// <summary>How many events or facts a rule matched in this process.</summary>
    public long Of(string id) => _matches.GetValueOrDefault(id);

    /// <inheritdoc/>
    public ValueTask OnProcessedAsync(GeniusEvent value, GeniusAnswer answer, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(answer);
        if (answer.IsRepeat) return ValueTask.CompletedTask;
        Add(answer.Rules);
        return ValueTask.CompletedTask;
    }

    /// <inheritdoc/>
    public void OnDerived(Output fact)
    {
        ArgumentNullException.ThrowIfNull(fact);
        if (fact.FactMatched is { } matched) Add(matched.Rules);
    }

    private void Add(IEnumerable<string> rules)
    {
        foreach (var id in rules) _matches.AddOrUpdate(id, 1, static (_, count) => count + 1);
    }
}
