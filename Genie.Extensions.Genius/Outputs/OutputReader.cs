using System.Runtime.CompilerServices;
using Genie.EventStore;
using Genie.Extensions.Genius.Messages;

namespace Genie.Extensions.Genius.Outputs;

/// <summary>The output stream of a store: every fact that the processor derived, in the order of positions. Safe for concurrent readers.</summary>
/// <remarks>
/// A reader that keeps the position of the last fact with what it did resumes without a gap and without a repetition. Compaction of the store removes
/// facts that its projections have passed; a reader that must miss none holds a checkpoint, as consumers of <c>EventPoll</c> do.
/// </remarks>
/// <param name="store">The store.</param>
public sealed class OutputReader(IEventStore store)
{
    /// <summary>The facts after a position, to the last one confirmed when it is reached.</summary>
    /// <param name="afterPosition">The last position not wanted; 0 reads from the beginning.</param>
    /// <param name="cancellationToken">Ends the reading.</param>
    /// <exception cref="EventStoreException">The store cannot be read.</exception>
    public IAsyncEnumerable<Output> ReadAsync(long afterPosition, CancellationToken cancellationToken) => FactsOf(store.ReadAllAsync(afterPosition, cancellationToken), cancellationToken);

    /// <summary>As <see cref="ReadAsync"/>, and then those that are derived, without end.</summary>
    /// <param name="afterPosition">The last position not wanted.</param>
    /// <param name="cancellationToken">Ends the subscription.</param>
    /// <exception cref="EventStoreException">The store cannot be read.</exception>
    public IAsyncEnumerable<Output> SubscribeAsync(long afterPosition, CancellationToken cancellationToken) => FactsOf(store.SubscribeAsync(afterPosition, cancellationToken), cancellationToken);

    private static async IAsyncEnumerable<Output> FactsOf(IAsyncEnumerable<RecordedEvent> records, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        await foreach (var each in records.WithCancellation(cancellationToken).ConfigureAwait(false))
        {
            if (GeniusOutputs.Read(each) is { } output) yield return output;
        }
    }
}
