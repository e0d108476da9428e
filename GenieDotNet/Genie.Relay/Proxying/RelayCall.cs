using Genie.Relay.Fields;
using Genie.Relay.Workers;
using Grpc.Core;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;
using Yarp.ReverseProxy.Forwarder;

namespace Genie.Relay.Proxying;

/// <summary>A call on its way: takes the worker's status out of the answer, and shortens the deadline by the time that has gone.</summary>
/// <param name="request">What the client sends.</param>
/// <param name="answer">What it gets.</param>
/// <param name="clock">The clock of its deadline.</param>
internal sealed class RelayCall(RequestBody request, AnswerBody answer, TimeProvider clock) : HttpTransformer, IHttpResetFeature
{
    private const string StatusName = "grpc-status";
    private const string MessageName = "grpc-message";
    private static readonly string[] Trailers = ["trailers"];

    /// <summary>When it came.</summary>
    public long StartTimestamp { get; } = clock.GetTimestamp();

    /// <summary>How long it may take by the client's word; null: as long as it likes.</summary>
    public TimeSpan? Deadline { get; init; }

    /// <summary>Who has it.</summary>
    public Worker? Worker { get; private set; }

    /// <summary>The worker's status; null before.</summary>
    public StatusCode? Status { get; private set; }

    /// <summary>What the worker said to its status.</summary>
    public string StatusMessage { get; private set; } = "";

    /// <summary>Begins a try.</summary>
    public void Begin(Worker worker) => (Worker, Status, StatusMessage) = (worker, null, "");

    /// <summary>The forwarder resets a stream that breaks off; a client learns more from a status, which is written instead.</summary>
    public void Reset(int errorCode)
    {
    }

    /// <inheritdoc/>
    public override async ValueTask TransformRequestAsync(HttpContext httpContext, HttpRequestMessage proxyRequest, string destinationPrefix, CancellationToken cancellationToken)
    {
        await base.TransformRequestAsync(httpContext, proxyRequest, destinationPrefix, cancellationToken).ConfigureAwait(false);

        GatheredContent.Handler.SetBody(proxyRequest, request);
        CallMetadata.KeepSeparate(httpContext.Request.Headers, proxyRequest);

        // Servers refuse calls without it; browsers cannot send it.
        if (!httpContext.Request.Headers.ContainsKey("te")) proxyRequest.Headers.TryAddWithoutValidation("te", Trailers);
        if (Deadline is not { } deadline) return;
        proxyRequest.Headers.Remove(GrpcTimeout.Header);
        proxyRequest.Headers.TryAddWithoutValidation(GrpcTimeout.Header, GrpcTimeout.Format(deadline - clock.GetElapsedTime(StartTimestamp)));
    }

    /// <inheritdoc/>
    public override async ValueTask<bool> TransformResponseAsync(HttpContext httpContext, HttpResponseMessage? proxyResponse, CancellationToken cancellationToken)
    {
        var copiesBody = await base.TransformResponseAsync(httpContext, proxyResponse, cancellationToken).ConfigureAwait(false);
        if (proxyResponse is null) return copiesBody;
        Worker!.CountAnswer();
        ReadStatus(proxyResponse.Headers);
        proxyResponse.Content = new AnswerContent(proxyResponse.Content, answer);
        return copiesBody;
    }

    /// <inheritdoc/>
    public override async ValueTask TransformResponseTrailersAsync(HttpContext httpContext, HttpResponseMessage proxyResponse, CancellationToken cancellationToken)
    {
        await base.TransformResponseTrailersAsync(httpContext, proxyResponse, cancellationToken).ConfigureAwait(false);
        ReadStatus(proxyResponse.TrailingHeaders);
    }

    private void ReadStatus(System.Net.Http.Headers.HttpResponseHeaders headers)
    {
        if (!headers.NonValidated.TryGetValues(StatusName, out var values)) return;
        Status = GrpcStatusNames.Parse(values.ToString());
        if (headers.NonValidated.TryGetValues(MessageName, out var message)) StatusMessage = Uri.UnescapeDataString(message.ToString());
    }
}
