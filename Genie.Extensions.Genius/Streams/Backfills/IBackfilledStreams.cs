using Genie.EventStore;
using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Streams.Timers;

namespace Genie.Extensions.Genius.Streams.Backfills;

/// <summary>The streams of one version of a definition, which can take in what was processed before.</summary>
internal interface IBackfilledStreams : ITimedStreams
{
    /// <summary>The definition's name.</summary>
    string Name { get; }

    /// <summary>The definition's version.</summary>
    int Version { get; }

    /// <summary>What it takes in.</summary>
    Backfill Backfill { get; }

    /// <summary>The key whose state an event changes; null: none.</summary>
    string? KeyOf(GeniusEvent value, IReadOnlyCollection<string> rules);

    /// <summary>The event store's stream of a key.</summary>
    string StreamOf(string key);

    /// <summary>Takes an event of a key in; one that it has is not taken in again.</summary>
    /// <param name="key">The key.</param>
    /// <param name="value">The event.</param>
    /// <param name="rules">The rules that it matched.</param>
    /// <param name="recordedAt">When it was processed at first.</param>
    /// <param name="cancellationToken">Abandons it; it may have taken effect.</param>
    /// <exception cref="EventStoreException">The store refuses it; hand the event over again.</exception>
    ValueTask BackfillAsync(string key, GeniusEvent value, IReadOnlyCollection<string> rules, DateTimeOffset recordedAt, CancellationToken cancellationToken);
}
