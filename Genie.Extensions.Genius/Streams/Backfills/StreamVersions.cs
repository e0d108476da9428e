using Genie.EventStore;

namespace Genie.Extensions.Genius.Streams.Backfills;

/// <summary>The versions of one definition: events go to the highest that is live, and to no other.</summary>
/// <typeparam name="T">Their streams.</typeparam>
internal sealed class StreamVersions<T>
    where T : class, IBackfilledStreams
{
    private readonly (T Streams, BackfillGate Gate)[] _versions;

    private StreamVersions(IEnumerable<(T Streams, BackfillGate Gate)> versions) => _versions = [.. versions.OrderByDescending(each => each.Streams.Version)];

    /// <summary>All versions, the highest first.</summary>
    public IEnumerable<(IBackfilledStreams Streams, BackfillGate Gate)> All => _versions.Select(each => ((IBackfilledStreams)each.Streams, each.Gate));

    /// <summary>Puts the versions of each name together, in the order in which the names come.</summary>
    public static IReadOnlyList<StreamVersions<T>> Of(IEventStore store, IEnumerable<T> streams) =>
        [.. streams.GroupBy(each => each.Name, StringComparer.Ordinal).Select(group => new StreamVersions<T>(group.Select(each => (each, new BackfillGate(store, each)))))];

    /// <summary>The streams that an event goes to; null: those that there are read it from the store.</summary>
    /// <exception cref="EventStoreException">The store cannot tell whether a backfill is done; try again.</exception>
    public async ValueTask<T?> CurrentAsync(CancellationToken cancellationToken)
    {
        foreach (var (streams, gate) in _versions)
        {
            if (await gate.EnterAsync(cancellationToken).ConfigureAwait(false)) return streams;
        }

        return null;
    }
}
