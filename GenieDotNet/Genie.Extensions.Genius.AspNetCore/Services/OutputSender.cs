using System.Globalization;
using Genie.EventStore;
using Genie.Extensions.Genius.AspNetCore.Callers;
using Genie.Extensions.Genius.Delivery.Pull;
using Genie.Extensions.Genius.Messages;
using Genie.Extensions.Genius.Outputs;
using Grpc.Core;

namespace Genie.Extensions.Genius.AspNetCore.Services;

/// <summary>Sends the output stream to who subscribed.</summary>
internal sealed class OutputSender(IEventStore store, GeniusGrpcOptions options)
{
    private const long NewOnly = -1;
    private static readonly TimeSpan IntervalDefault = TimeSpan.FromSeconds(5);
    private static readonly TimeSpan IntervalMin = TimeSpan.FromMilliseconds(100);
    private static readonly TimeSpan IntervalMax = TimeSpan.FromDays(1);

    /// <summary>Sends until the token fires or the subscriber is gone. A slow subscriber is waited for: flow control is gRPC's.</summary>
    /// <exception cref="PositionNotReachedException">There is no such position yet.</exception>
    /// <exception cref="RpcException">PERMISSION_DENIED: the subscriber may see nothing, or not a key that its filter names.</exception>
    /// <exception cref="RpcException">INVALID_ARGUMENT: the position, the filter or the interval is none.</exception>
    /// <exception cref="ArgumentException">The client's limit is none.</exception>
    public async Task SendAsync(SubscribeRequest request, IAsyncStreamWriter<Output> subscriber, ServerCallContext call, CallerAccess access, CancellationToken cancellationToken)
    {
        access.RequireAnyKey();
        var messageBytesMax = MessageLimit.Of(request.MessageBytesMax, options);
        var filter = OutputFilters.Of(request.Filter, access);
        var interval = IntervalOf(request);
        var last = await store.GetPositionAsync(cancellationToken).ConfigureAwait(false);
        if (request.AfterPosition < NewOnly) throw CallErrors.InvalidField("after_position", $"after_position is a position, 0 for all facts or {NewOnly} for those to come, not {request.AfterPosition}.");
        if (request.AfterPosition > last) throw new PositionNotReachedException(request.AfterPosition, last);
        var after = request.AfterPosition == NewOnly ? last : request.AfterPosition;

        // The first fact may be long in coming: until then this tells the subscriber that it is connected.
        await call.WriteResponseHeadersAsync([]).ConfigureAwait(false);

        // Where "from now on" is, only this call knows: whoever loses it before the first fact would lose facts.
        if (request.AfterPosition == NewOnly && interval != Timeout.InfiniteTimeSpan) await subscriber.WriteAsync(OutputReading.Progress(after), cancellationToken).ConfigureAwait(false);
        Output? Read(RecordedEvent recorded) => (filter is null ? GeniusOutputs.Read(recorded) : filter.Read(recorded)) is { } output && access.Allows(output) ? output : null;
        var reading = new OutputReading(Read, interval, options.Clock);
        await foreach (var each in reading.ReadAsync(store.SubscribeAsync(after, cancellationToken), after, cancellationToken).ConfigureAwait(false))
        {
            await subscriber.WriteAsync(EventMessages.Truncate(each, messageBytesMax), cancellationToken).ConfigureAwait(false);
        }
    }

    // A client that knows of no filters expects a fact in each output.
    private static TimeSpan IntervalOf(SubscribeRequest request)
    {
        if (request.ProgressInterval is not { } asked) return request.Filter is null ? Timeout.InfiniteTimeSpan : IntervalDefault;
        var interval = asked.ToTimeSpan();
        return interval >= IntervalMin
            ? interval < IntervalMax ? interval : IntervalMax
            : throw CallErrors.InvalidField("progress_interval", $"progress_interval is at least {IntervalMin.TotalSeconds.ToString(CultureInfo.InvariantCulture)} s, not {interval.TotalSeconds.ToString(CultureInfo.InvariantCulture)} s.");
    }
}
