using Genie.EventStore;
using Genie.Extensions.Genius.Delivery.Passive;
using Genie.Extensions.Genius.Messages;
using Genie.Geocoding;
using Google.Protobuf;
using Google.Protobuf.WellKnownTypes;
using Google.Rpc;
using Grpc.Core;
using Microsoft.Extensions.Hosting;

namespace Genie.Extensions.Genius.Front;

/// <summary>The gRPC service <c>genie.genius.v1.GeniusEvents</c> (<c>Protos/genie/genius/events.proto</c>).</summary>
/// <param name="processor">Takes the events of Process.</param>
/// <param name="polls">Answers EventPoll.</param>
/// <param name="store">What Subscribe and ReadPayload read.</param>
/// <param name="options">Limits.</param>
/// <param name="lifetime">Ends calls when the host stops.</param>
public sealed class GeniusEventsService(IEventProcessor processor, EventPolls polls, IEventStore store, GeniusFrontOptions options, IHostApplicationLifetime lifetime)
    : GeniusEvents.GeniusEventsBase
{
    private readonly OutputSender _outputs = new(store, options);
    private readonly PayloadSender _payloads = new(store, options);

    // What a client waits before it sends again: a store or a geocoder that is away is rarely back sooner.
    private static readonly TimeSpan RetryDelay = TimeSpan.FromSeconds(1);

    /// <inheritdoc/>
    public override async Task Process(IAsyncStreamReader<Event> requestStream, IServerStreamWriter<Decision> responseStream, ServerCallContext context)
    {
        ArgumentNullException.ThrowIfNull(context);
        try
        {
            await new ProcessPump(processor, options.InFlightMax)
                .RunAsync(requestStream.ReadAllAsync(CancellationToken.None), responseStream, lifetime.ApplicationStopping, context.CancellationToken).ConfigureAwait(false);
        }
        catch (Exception error) when (StatusOf(error, context) is { } status)
        {
            throw status;
        }
    }

    /// <inheritdoc/>
    public override async Task<PollAnswer> EventPoll(PollRequest request, ServerCallContext context)
    {
        ArgumentNullException.ThrowIfNull(request);
        PollAnswer? answer = null;
        await ServeAsync(context, async cancellationToken =>
            answer = FrontCodec.ToMessage(await polls.PollAsync(request, cancellationToken).ConfigureAwait(false), MessageLimit.Of(request.MessageBytesMax, options))).ConfigureAwait(false);
        return answer!;
    }

    /// <inheritdoc/>
    public override async Task Subscribe(SubscribeRequest request, IServerStreamWriter<Output> responseStream, ServerCallContext context) =>
        await ServeAsync(context, cancellationToken => _outputs.SendAsync(request, responseStream, cancellationToken)).ConfigureAwait(false);

    /// <inheritdoc/>
    public override async Task ReadPayload(ReadPayloadRequest request, IServerStreamWriter<PayloadPart> responseStream, ServerCallContext context) =>
        await ServeAsync(context, cancellationToken => _payloads.SendAsync(request, responseStream, cancellationToken)).ConfigureAwait(false);

    private async Task ServeAsync(ServerCallContext context, Func<CancellationToken, Task> serve)
    {
        ArgumentNullException.ThrowIfNull(context);
        using var ending = CancellationTokenSource.CreateLinkedTokenSource(context.CancellationToken, lifetime.ApplicationStopping);
        try
        {
            await serve(ending.Token).ConfigureAwait(false);
        }
        catch (Exception error) when (error is ArgumentException or InvalidOperationException and not ObjectDisposedException or PositionNotReachedException)
        {
            throw Status(Code.InvalidArgument, error.Message);
        }
        catch (Exception error) when (StatusOf(error, context) is { } status)
        {
            throw status;
        }
    }

    private RpcException? StatusOf(Exception error, ServerCallContext context) => error switch
    {
        EventStoreException { IsTransient: true } or GeocoderUnavailableException { IsTransient: true } => Unavailable(error.Message),
        EventStoreException or GeocoderUnavailableException => Status(Code.FailedPrecondition, error.Message),
        OperationCanceledException when lifetime.ApplicationStopping.IsCancellationRequested && !context.CancellationToken.IsCancellationRequested =>
            Unavailable("The server is stopping; send again what was not answered."),
        _ => null,
    };

    private static RpcException Unavailable(string message) => Status(Code.Unavailable, message, new RetryInfo { RetryDelay = Duration.FromTimeSpan(RetryDelay) });

    private static RpcException Status(Code code, string message, params IMessage[] details)
    {
        var status = new Google.Rpc.Status { Code = (int)code, Message = message };
        status.Details.AddRange(details.Select(Any.Pack));
        return status.ToRpcException();
    }
}
