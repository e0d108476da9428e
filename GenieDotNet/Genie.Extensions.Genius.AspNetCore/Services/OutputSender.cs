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
    private readonly OutputReader _outputs = new(store);

    /// <summary>Sends until the token fires or the subscriber is gone. A slow subscriber is waited for: flow control is gRPC's.</summary>
    /// <exception cref="PositionNotReachedException">There is no such position yet.</exception>
    /// <exception cref="RpcException">PERMISSION_DENIED: the subscriber may see nothing.</exception>
    /// <exception cref="RpcException">INVALID_ARGUMENT: the position is none.</exception>
    /// <exception cref="ArgumentException">The client's limit is none.</exception>
    public async Task SendAsync(SubscribeRequest request, IAsyncStreamWriter<Output> subscriber, ServerCallContext call, CallerAccess access, CancellationToken cancellationToken)
    {
        access.RequireAnyKey();
        var messageBytesMax = MessageLimit.Of(request.MessageBytesMax, options);
        var last = await store.GetPositionAsync(cancellationToken).ConfigureAwait(false);
        if (request.AfterPosition < NewOnly) throw CallErrors.InvalidField("after_position", $"after_position is a position, 0 for all facts or {NewOnly} for those to come, not {request.AfterPosition}.");
        if (request.AfterPosition > last) throw new PositionNotReachedException(request.AfterPosition, last);

        // The first fact may be long in coming: until then this tells the subscriber that it is connected.
        await call.WriteResponseHeadersAsync([]).ConfigureAwait(false);
        await foreach (var each in _outputs.SubscribeAsync(request.AfterPosition == NewOnly ? last : request.AfterPosition, cancellationToken).ConfigureAwait(false))
        {
            if (access.Allows(each)) await subscriber.WriteAsync(EventMessages.Truncate(each, messageBytesMax), cancellationToken).ConfigureAwait(false);
        }
    }
}
