using System.Text;
using Genie.EventStore;

namespace Genie.Extensions.Genius.Delivery.Pull;

/// <summary>
/// Events for consumers that ask: each polls from where it is and acknowledges what it has dealt with. What was not acknowledged comes again, also
/// after a crash of either side; what was acknowledged never does. Safe for concurrent callers.
/// </summary>
/// <remarks>
/// An acknowledged position is on disk when its task completes, as a checkpoint of the store; that also keeps compaction from removing what
/// a consumer has yet to see; before its first acknowledgement <see cref="RegisterAsync"/> does. Acknowledgements of one consumer must go through one feed at a time.
/// </remarks>
public sealed class EventFeed(IEventStore store, FeedOptions options)
{
    /// <summary>The longest name of a consumer, in bytes of UTF-8.</summary>
    public const int ConsumerBytesMax = 256;

    private const string CheckpointPrefix = "feed/";
    private const int GatesCount = 64;

    // Consumers share gates: a gate each would stay for every name that anybody ever made up.
    private readonly SemaphoreSlim[] _gates = [.. Enumerable.Range(0, GatesCount).Select(_ => new SemaphoreSlim(1, 1))];

    /// <summary>The events after what a consumer has acknowledged.</summary>
    /// <param name="consumer">The consumer's name, at most <see cref="ConsumerBytesMax"/> bytes.</param>
    /// <param name="cancellationToken">Abandons the poll.</param>
    /// <exception cref="ArgumentException">The name is empty or too long; so for all methods that take one.</exception>
    public async ValueTask<FeedPage> PollAsync(string consumer, CancellationToken cancellationToken) =>
        await PollAfterAsync(await GetAcknowledgedAsync(consumer, cancellationToken).ConfigureAwait(false), cancellationToken).ConfigureAwait(false);

    /// <summary>The events after a position, for a consumer that polls on before it acknowledges.</summary>
    /// <param name="position">The last position not wanted; 0 for the beginning.</param>
    /// <param name="cancellationToken">Abandons the poll.</param>
    public ValueTask<FeedPage> PollAfterAsync(long position, CancellationToken cancellationToken) => PollAfterAsync(position, options.Filter, cancellationToken);

    /// <summary>As <see cref="PollAfterAsync(long, CancellationToken)"/>, with a filter in place of the options'.</summary>
    internal async ValueTask<FeedPage> PollAfterAsync(long position, Func<RecordedEvent, bool> filter, CancellationToken cancellationToken)
    {
        var (events, bytes, reads) = (new List<RecordedEvent>(), 0L, 0);
        await foreach (var each in store.ReadAllAsync(position, cancellationToken).ConfigureAwait(false))
        {
            position = each.Position;
            if (filter(each))
            {
                events.Add(each);
                bytes += each.Payload.Length;
            }

            if (events.Count >= options.PageEventsMax || bytes >= options.PageBytes || ++reads >= options.PageReadsMax) break;
        }

        return new FeedPage(events, position);
    }

    /// <summary>As <see cref="PollAfterAsync(long, CancellationToken)"/>, but where there is none yet it waits for the first event.</summary>
    /// <param name="position">The last position not wanted.</param>
    /// <param name="timeout">After this long the page comes back empty.</param>
    /// <param name="cancellationToken">Abandons the poll.</param>
    public ValueTask<FeedPage> WaitAfterAsync(long position, TimeSpan timeout, CancellationToken cancellationToken) => WaitAfterAsync(position, timeout, options.Filter, cancellationToken);

    /// <summary>As <see cref="WaitAfterAsync(long, TimeSpan, CancellationToken)"/>, with a filter in place of the options'.</summary>
    internal async ValueTask<FeedPage> WaitAfterAsync(long position, TimeSpan timeout, Func<RecordedEvent, bool> filter, CancellationToken cancellationToken)
    {
        using var timeoutSource = new CancellationTokenSource(timeout, options.Clock);
        using var either = CancellationTokenSource.CreateLinkedTokenSource(timeoutSource.Token, cancellationToken);
        try
        {
            await foreach (var each in store.SubscribeAsync(position, either.Token).ConfigureAwait(false))
            {
                if (filter(each)) return await PollAfterAsync(position, filter, cancellationToken).ConfigureAwait(false);
                position = each.Position;
            }
        }
        catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
        {
            // Nothing came in time.
        }

        return new FeedPage([], position);
    }

    /// <summary>How far a consumer has acknowledged; 0 if it never did.</summary>
    public ValueTask<long> GetAcknowledgedAsync(string consumer, CancellationToken cancellationToken) => store.LoadCheckpointAsync(CheckpointOf(consumer), cancellationToken);

    /// <summary>Tells that a consumer has dealt with all events up to a position. One that it is already past changes nothing.</summary>
    /// <returns>How far it has acknowledged now.</returns>
    /// <exception cref="PositionNotReachedException">There is no such position yet.</exception>
    public async ValueTask<long> AcknowledgeAsync(string consumer, long position, CancellationToken cancellationToken)
    {
        return await UnderGateAsync(consumer, async acknowledged =>
        {
            if (position <= acknowledged) return acknowledged;
            var last = await store.GetPositionAsync(cancellationToken).ConfigureAwait(false);
            if (position > last) throw new PositionNotReachedException(position, last);
            await store.SaveCheckpointAsync(CheckpointOf(consumer), position, cancellationToken).ConfigureAwait(false);
            return position;
        }, cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Makes a consumer known that has acknowledged nothing yet: from now on compaction keeps what it has not seen.</summary>
    public async ValueTask RegisterAsync(string consumer, CancellationToken cancellationToken) => await UnderGateAsync(consumer, async acknowledged =>
    {
        await store.SaveCheckpointAsync(CheckpointOf(consumer), acknowledged, cancellationToken).ConfigureAwait(false);
        return acknowledged;
    }, cancellationToken).ConfigureAwait(false);

    /// <summary>One change of a consumer's position at a time: a late acknowledgement must not take back a later one.</summary>
    private async ValueTask<long> UnderGateAsync(string consumer, Func<long, Task<long>> change, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(consumer);
        var gate = _gates[(uint)StringComparer.Ordinal.GetHashCode(consumer) % GatesCount];
        await gate.WaitAsync(cancellationToken).ConfigureAwait(false);
        try
        {
            return await change(await GetAcknowledgedAsync(consumer, cancellationToken).ConfigureAwait(false)).ConfigureAwait(false);
        }
        finally
        {
            gate.Release();
        }
    }

    private static string CheckpointOf(string consumer)
    {
        ArgumentException.ThrowIfNullOrEmpty(consumer);
        if (Encoding.UTF8.GetByteCount(consumer) > ConsumerBytesMax) throw new ArgumentException($"A consumer's name has {ConsumerBytesMax} bytes at most. Take a shorter one.", nameof(consumer));
        return CheckpointPrefix + consumer;
    }
}
