using System.Globalization;
using Genie.EventStore;
using Genie.Extensions.Genius.AspNetCore.Callers;
using Genie.Extensions.Genius.Delivery.Pull;
using Genie.Extensions.Genius.Messages;
using Grpc.Core;

namespace Genie.Extensions.Genius.AspNetCore.Services;

/// <summary>Answers polls out of an event store. One of it serves a store: acknowledgements go through one feed.</summary>
/// <param name="store">The store.</param>
/// <param name="options">What is given out, and how much at once.</param>
public sealed class EventPolls(IEventStore store, GeniusGrpcOptions options)
{
    private readonly EventFeed _feed = new(store, new FeedOptions { Filter = options.PolledEvents, PageEventsMax = options.PageEventsMax, PageBytes = options.PageBytes, PageReadsMax = options.PageReadsMax, Clock = options.Clock });

    /// <summary>Acknowledges, then reads on from what the consumer has acknowledged.</summary>
    /// <exception cref="PositionNotReachedException">There is no such position yet.</exception>
    /// <exception cref="ArgumentException">The client's limit is too low, or the consumer's name too long.</exception>
    /// <exception cref="RpcException">INVALID_ARGUMENT: no consumer is named, a number or the wait is negative, or the filter is none.</exception>
    public ValueTask<FeedPage> PollAsync(PollRequest request, CancellationToken cancellationToken) => PollAsync(request, CallerAccess.Everything, cancellationToken);

    /// <summary>As <see cref="PollAsync(PollRequest, CancellationToken)"/>, for a caller who may not see all: what it may not is passed over, and acknowledged with the rest.</summary>
    /// <exception cref="RpcException">PERMISSION_DENIED: the caller may not poll by that name, or see nothing at all, or not a key that the filter names. INVALID_ARGUMENT: no consumer is named, a number or the wait is negative, or the filter is none.</exception>
    public async ValueTask<FeedPage> PollAsync(PollRequest request, CallerAccess access, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(request);
        ArgumentNullException.ThrowIfNull(access);
        access.RequireAnyKey();
        access.RequireConsumer(request.Consumer);
        var filter = OutputFilters.Of(request.Filter, access);
        bool IsWanted(RecordedEvent each) => options.PolledEvents(each) && access.Allows(each) && filter?.Meets(each) != false;
        var messageBytesMax = MessageLimit.Of(request.MessageBytesMax, options);
        if (request.Consumer.Length == 0) throw CallErrors.InvalidField("consumer", "A poll needs a consumer's name, under which it acknowledges.");
        CallErrors.RequireAtLeastZero("events_max", request.EventsMax);
        CallErrors.RequireAtLeastZero("acknowledged", request.Acknowledged);
        var wait = request.Wait is null ? TimeSpan.Zero : request.Wait.ToTimeSpan();
        if (wait < TimeSpan.Zero) throw CallErrors.InvalidField("wait", $"wait is at least 0 s, not {wait.TotalSeconds.ToString(CultureInfo.InvariantCulture)} s.");
        var position = request.Acknowledged > 0
            ? await _feed.AcknowledgeAsync(request.Consumer, request.Acknowledged, cancellationToken).ConfigureAwait(false)
            : await BeginAsync(request.Consumer, cancellationToken).ConfigureAwait(false);
        var page = wait > TimeSpan.Zero
            ? await _feed.WaitAfterAsync(position, wait < options.WaitMax ? wait : options.WaitMax, IsWanted, cancellationToken).ConfigureAwait(false)
            : await _feed.PollAfterAsync(position, IsWanted, cancellationToken).ConfigureAwait(false);
        return Cut(page, request.EventsMax > 0 ? request.EventsMax : int.MaxValue, messageBytesMax);
    }

    private async ValueTask<long> BeginAsync(string consumer, CancellationToken cancellationToken)
    {
        var position = await _feed.GetAcknowledgedAsync(consumer, cancellationToken).ConfigureAwait(false);

        // Nothing that it has yet to see may be compacted away, though it has acknowledged nothing.
        if (position == 0) await _feed.RegisterAsync(consumer, cancellationToken).ConfigureAwait(false);
        return position;
    }

    // The first record always goes, without its payload if need be: a consumer must get past it.
    private FeedPage Cut(FeedPage page, int eventsMax, int messageBytesMax)
    {
        var (count, payloadBytes, messageBytes) = (0, 0L, (long)EventMessages.PageOverheadBytes);
        for (; count < page.Events.Count && count < eventsMax && payloadBytes < options.PageBytes; count++)
        {
            messageBytes += EventMessages.BytesInPage(page.Events[count], messageBytesMax);
            if (count > 0 && messageBytes > messageBytesMax) break;
            payloadBytes += page.Events[count].Payload.Length;
        }

        return count == page.Events.Count ? page : new FeedPage([.. page.Events.Take(count)], page.Events[count - 1].Position);
    }
}
