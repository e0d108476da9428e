using System.Collections.Concurrent;
using Genie.Extensions.Genius.Events;

namespace Genie.Extensions.Genius.Hosting;

/// <summary>Counts the events that rules matched, repetitions apart, since the process began.</summary>
public sealed class RuleMatches : IGeniusObserver
{
    private readonly ConcurrentDictionary<string, long> _matches = new(StringComparer.Ordinal);

    /// <summary>How many events a rule matched in this process.</summary>
    public long Of(string id) => _matches.GetValueOrDefault(id);

    /// <inheritdoc/>
    public ValueTask OnProcessedAsync(GeniusEvent value, GeniusAnswer answer, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(answer);
        if (answer.IsRepeat) return ValueTask.CompletedTask;
        foreach (var id in answer.Rules) _matches.AddOrUpdate(id, 1, static (_, count) => count + 1);
        return ValueTask.CompletedTask;
    }
}
