using Genie.EventStore;
using Genie.Extensions.Genius.AspNetCore.Callers;
using Genie.Extensions.Genius.Delivery.Pull;
using Genie.Extensions.Genius.Messages;
using Google.Rpc;
using Grpc.Core;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;

namespace Genie.Extensions.Genius.AspNetCore.Services;

/// <summary>The gRPC service <c>genie.genius.v1.GeniusEvents</c> (<c>Protos/genie/genius/events.proto</c>).</summary>
/// <param name="processor">Takes the events of Process.</param>
/// <param name="polls">Answers EventPoll.</param>
/// <param name="store">What Subscribe and ReadPayload read.</param>
/// <param name="options">Limits.</param>
/// <param name="lifetime">Ends calls when the host stops.</param>
/// <param name="logger">Is told of errors that nobody expected, of which callers learn nothing but that there was one; null: nobody is.</param>
public sealed class GeniusEventsService(
    IEventProcessor processor, EventPolls polls, IEventStore store, GeniusGrpcOptions options, IHostApplicationLifetime lifetime, ILogger<GeniusEventsService>? logger = null)
    : GeniusEvents.GeniusEventsBase
{
    private readonly OutputSender _outputs = new(store, options);
    private readonly PayloadSender _payloads = new(store, options);

    /// <inheritdoc/>
    public override async Task Process(IAsyncStreamReader<Event> requestStream, IServerStreamWriter<Decision> responseStream, ServerCallContext context)
    {
        ArgumentNullException.ThrowIfNull(context);
        try
        {
            await new ProcessPump(ProcessorFor(context), options.InFlightMax)
                .RunAsync(requestStream.ReadAllAsync(CancellationToken.None), responseStream, lifetime.ApplicationStopping, context.CancellationToken).ConfigureAwait(false);
        }
        catch (Exception error) when (CallErrors.StatusOf(error, context, lifetime.ApplicationStopping) is { } status)
        {
            throw status;
        }
        catch (Exception error) when (IsUnexpected(error, context))
        {
            throw Unexpected(error, context);
        }
    }

    /// <inheritdoc/>
    public override async Task<Decision> ProcessOne(Event request, ServerCallContext context)
    {
        ArgumentNullException.ThrowIfNull(context);
        try
        {
            return await CallErrors.AnswerAsync(
                context, cancellationToken => EventDecision.OfAsync(ProcessorFor(context), request, cancellationToken), static _ => null, lifetime.ApplicationStopping).ConfigureAwait(false);
        }
        catch (Exception error) when (IsUnexpected(error, context))
        {
            throw Unexpected(error, context);
        }
    }

    /// <inheritdoc/>
    public override async Task<PollResponse> EventPoll(PollRequest request, ServerCallContext context)
    {
        ArgumentNullException.ThrowIfNull(request);
        return await CallErrors.AnswerAsync(
            context, async cancellationToken => EventMessages.ToMessage(await polls.PollAsync(request, options.Of(context), cancellationToken).ConfigureAwait(false), MessageLimit.Of(request.MessageBytesMax, options)),
            Translate, lifetime.ApplicationStopping).ConfigureAwait(false);
    }

    /// <inheritdoc/>
    public override async Task Subscribe(SubscribeRequest request, IServerStreamWriter<Output> responseStream, ServerCallContext context) =>
        await ServeAsync(context, cancellationToken => _outputs.SendAsync(request, responseStream, context, options.Of(context), cancellationToken)).ConfigureAwait(false);

    /// <inheritdoc/>
    public override async Task ReadPayload(ReadPayloadRequest request, IServerStreamWriter<PayloadPart> responseStream, ServerCallContext context) =>
        await ServeAsync(context, cancellationToken => _payloads.SendAsync(request, responseStream, options.Of(context), cancellationToken)).ConfigureAwait(false);

    // What is refused takes nothing of the quota.
    private IEventProcessor ProcessorFor(ServerCallContext context)
    {
        var within = options.EventQuota is { } quota ? new QuotaProcessor(processor, quota, context) : processor;
        return options.Of(context) is { IsLimited: true } access ? new AccessProcessor(within, access) : within;
    }

    private Task ServeAsync(ServerCallContext context, Func<CancellationToken, Task> serve) => CallErrors.ServeAsync(context, serve, Translate, lifetime.ApplicationStopping);

    // What has a status keeps it, and of a client that left nothing is to be said.
    private static bool IsUnexpected(Exception error, ServerCallContext context) => error is not (RpcException or OperationCanceledException) && !context.CancellationToken.IsCancellationRequested;

    private RpcException Unexpected(Exception error, ServerCallContext context)
    {
        logger?.LogError(error, "{Method}: an event could not be processed.", context.Method);
        return CallErrors.Status(Code.Internal, "The event could not be processed; the server's log says why. Events that were not answered may be sent again.");
    }

    private static RpcException? Translate(Exception error) =>
        error is ArgumentException or InvalidOperationException and not ObjectDisposedException or PositionNotReachedException ? CallErrors.Status(Code.InvalidArgument, error.Message) : null;
}
