using System.Runtime.CompilerServices;
using Genie.Extensions.Genius.Messages;
using Genie.Observing;
using Google.Protobuf.WellKnownTypes;
using Grpc.Core;

namespace Genie.Extensions.Genius.Client.Calls;

/// <summary>One subscription over as many calls as it takes.</summary>
internal sealed class FactStream(GeniusEvents.GeniusEventsClient events, Caller caller, FactSubscription subscription)
{
    private long _position = subscription.AfterPosition;

    /// <summary>Facts, each once, until the token fires or an attempt fails for good.</summary>
    public async IAsyncEnumerable<Output> ReadAsync([EnumeratorCancellation] CancellationToken cancellationToken)
    {
        var backoff = new Backoff(caller.Options);
        while (true)
        {
            AsyncServerStreamingCall<Output>? call = null;
            try
            {
                call = await OpenAsync(cancellationToken).ConfigureAwait(false);
                GeniusClientException? lost;
                while ((lost = await LossOfAsync(call, cancellationToken).ConfigureAwait(false)) is null)
                {
                    backoff.Reset();
                    var output = call.ResponseStream.Current;
                    _position = output.Position;
                    if (output.FactCase != Output.FactOneofCase.None) yield return output;
                    else Observers.Tell(subscription.Progressed, nameof(FactSubscription.Progressed), _position);
                }

                if (!lost.IsTransient) throw lost;
                await backoff.DelayAsync(lost, cancellationToken).ConfigureAwait(false);
            }
            finally
            {
                call?.Dispose();
            }
        }
    }

    private async ValueTask<AsyncServerStreamingCall<Output>> OpenAsync(CancellationToken cancellationToken)
    {
        var request = new SubscribeRequest
        {
            AfterPosition = _position,
            MessageBytesMax = caller.Options.MessageBytesMax,
            Filter = subscription.Filter,
            ProgressInterval = Duration.FromTimeSpan(subscription.ProgressInterval),
        };
        return events.Subscribe(request, new CallOptions(await caller.HeadersAsync(cancellationToken).ConfigureAwait(false), cancellationToken: cancellationToken));
    }

    // Null: there is a next one.
    private static async ValueTask<GeniusClientException?> LossOfAsync(AsyncServerStreamingCall<Output> call, CancellationToken cancellationToken)
    {
        try
        {
            return await call.ResponseStream.MoveNext(cancellationToken).ConfigureAwait(false) ? null : new ServerUnavailableException("The server ended the subscription.", StatusCode.Unavailable);
        }
        catch (RpcException error)
        {
            cancellationToken.ThrowIfCancellationRequested();
            return CallFailures.Of(error);
        }
    }
}
