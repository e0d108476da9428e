using Genie.Extensions.Genius.Delivery.Passive;
using Genie.Extensions.Genius.Messages;
using Genie.Geocoding;
using Genie.Grains.Events;
using Genie.Grpc;
using Microsoft.Extensions.Hosting;

namespace Genie.Extensions.Genius.Front;

/// <summary>The gRPC service <c>genie.genius.v1.GeniusEvents</c> (<c>Protos/genie/genius/events.proto</c>).</summary>
/// <param name="processor">Takes the events of Process.</param>
/// <param name="polls">Answers EventPoll.</param>
/// <param name="options">Limits.</param>
/// <param name="lifetime">Ends calls when the host stops.</param>
public sealed class GeniusEventsService(IEventProcessor processor, EventPolls polls, GeniusFrontOptions options, IHostApplicationLifetime? lifetime = null) : IGrpcService
{
    /// <summary>The service's full name.</summary>
    public const string Name = "genie.genius.v1.GeniusEvents";

    private CancellationToken Stopping => lifetime?.ApplicationStopping ?? CancellationToken.None;

    /// <inheritdoc/>
    public void Bind(IGrpcServiceBinder binder)
    {
        ArgumentNullException.ThrowIfNull(binder);
        binder.AddBidirectional(GrpcMethod.Of<Event, Decision>(Name, "Process"), ProcessAsync);
        binder.AddUnary(GrpcMethod.Of<PollRequest, PollAnswer>(Name, "EventPoll"), PollAsync);
    }

    private async ValueTask ProcessAsync(IAsyncEnumerable<Event> events, IGrpcResponses<Decision> answers, IGrpcCall call)
    {
        try
        {
            await new ProcessPump(processor, options.InFlightMax).RunAsync(events, answers, Stopping, call.CancellationToken).ConfigureAwait(false);
        }
        catch (Exception error) when (StatusOf(error, call) is { } status)
        {
            throw status;
        }
    }

    private async ValueTask<PollAnswer> PollAsync(PollRequest request, IGrpcCall call)
    {
        using var ending = CancellationTokenSource.CreateLinkedTokenSource(call.CancellationToken, Stopping);
        try
        {
            return FrontCodec.ToMessage(await polls.PollAsync(request, ending.Token).ConfigureAwait(false));
        }
        catch (Exception error) when (StatusOf(error, call) is { } status)
        {
            throw status;
        }
    }

    private GrpcStatusException? StatusOf(Exception error, IGrpcCall call) => error switch
    {
        EventStoreException { IsTransient: true } or GeocoderUnavailableException { IsTransient: true } => new(GrpcStatusCode.Unavailable, error.Message, error),
        EventStoreException or GeocoderUnavailableException => new(GrpcStatusCode.FailedPrecondition, error.Message, error),
        ArgumentException or InvalidOperationException or PositionNotReachedException when call.Method.EndsWith("EventPoll", StringComparison.Ordinal) => new(GrpcStatusCode.InvalidArgument, error.Message, error),
        OperationCanceledException when Stopping.IsCancellationRequested && !call.CancellationToken.IsCancellationRequested =>
            new(GrpcStatusCode.Unavailable, "The server is stopping; send again what was not answered.", error),
        _ => null,
    };
}
