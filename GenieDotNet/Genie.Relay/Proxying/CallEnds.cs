using System.Net.Sockets;
using Genie.Relay.Balancing;
using Grpc.Core;
using Microsoft.AspNetCore.Http;
using Yarp.ReverseProxy.Forwarder;

namespace Genie.Relay.Proxying;

/// <summary>Says of what the forwarder reports what it means to the client and of the worker.</summary>
internal static class CallEnds
{
    /// <summary>How a try has ended.</summary>
    /// <param name="error">What the forwarder reports.</param>
    /// <param name="http">The call.</param>
    /// <param name="call">What was seen of the answer.</param>
    /// <param name="body">The request.</param>
    /// <param name="hasAnsweredOthers">True if the worker has answered this or other calls meanwhile: a slow method is no fault of the worker's.</param>
    /// <param name="proxyTimeout">How long a worker may be silent.</param>
    /// <param name="deadline">Cancelled when the client's deadline has passed, or the client is gone.</param>
    public static CallEnd Of(
        ForwarderError error, HttpContext http, RelayCall call, RequestBody body, bool hasAnsweredOthers, TimeSpan proxyTimeout, CancellationToken deadline)
    {
        // With its status the worker has answered whole, also where it did not wait for the rest of the request.
        if (call.Status is { } status) return new CallEnd(status, null, status == StatusCode.Unavailable ? WorkerOutcome.Failed : WorkerOutcome.Good);
        if (error == ForwarderError.None) return new CallEnd(StatusCode.Unknown, null, WorkerOutcome.Good);
        if (http.RequestAborted.IsCancellationRequested) return new CallEnd(StatusCode.Cancelled, null, WorkerOutcome.Unknown);

        // Envoy's gRPC-Web filter refuses it with 400, which "HTTP to gRPC Status Code Mapping" makes INTERNAL; INVALID_ARGUMENT is the services' alone ("Status codes and their use in gRPC").
        if (body.IsMalformed) return new CallEnd(StatusCode.Internal, "the request's body is no base64 (application/grpc-web-text)", WorkerOutcome.Unknown, IsRefused: true);
        var silence = hasAnsweredOthers ? WorkerOutcome.Unknown : WorkerOutcome.Failed;
        if (deadline.IsCancellationRequested) return new CallEnd(StatusCode.DeadlineExceeded, "did not finish before the deadline", silence);
        return error switch
        {
            ForwarderError.RequestTimedOut or ForwarderError.RequestCanceled or ForwarderError.RequestBodyCanceled or ForwarderError.ResponseBodyCanceled =>
                new CallEnd(StatusCode.DeadlineExceeded, $"was silent for {proxyTimeout.TotalSeconds} s (server.proxy_timeout)", silence),
            // The forwarder reports it so, too, where the worker's end has cancelled the wait for more of the request.
            ForwarderError.RequestBodyClient when body.IsClientGone => new CallEnd(StatusCode.Cancelled, null, WorkerOutcome.Unknown),
            ForwarderError.ResponseBodyClient => new CallEnd(StatusCode.Cancelled, null, WorkerOutcome.Unknown),
            _ when IsTooLarge(http) => new CallEnd(StatusCode.ResourceExhausted, "takes less metadata than the call has", WorkerOutcome.Unknown),
            _ when !body.WasRead && IsUnconnected(http) => new CallEnd(StatusCode.Unavailable, $"cannot be reached ({ReasonOf(http)})", WorkerOutcome.Unreachable, IsLost: true),
            _ => new CallEnd(StatusCode.Unavailable, $"ended, or broke off, while it had the call ({ReasonOf(http)})", IsDisconnected(http) ? WorkerOutcome.Disconnected : WorkerOutcome.Failed, IsLost: true),
        };
    }

    private static bool IsUnconnected(HttpContext http) =>
        http.Features.Get<IForwarderErrorFeature>()?.Exception is HttpRequestException { HttpRequestError: HttpRequestError.ConnectionError };

    // The client library compares the fields with the limit that the worker has announced, before it sends any, and has no kind of error of its own for that.
    private static bool IsTooLarge(HttpContext http) =>
        http.Features.Get<IForwarderErrorFeature>()?.Exception is HttpRequestException { HttpRequestError: HttpRequestError.Unknown, InnerException: null };

    // A stream that was reset, and a connection whose end was announced, are HTTP/2's own errors.
    private static bool IsDisconnected(HttpContext http) =>
        http.Features.Get<IForwarderErrorFeature>()?.Exception?.GetBaseException() is SocketException or OperationCanceledException or HttpIOException { HttpRequestError: HttpRequestError.ResponseEnded };

    private static string ReasonOf(HttpContext http) => http.Features.Get<IForwarderErrorFeature>()?.Exception?.GetBaseException() switch
    {
        OperationCanceledException => "it takes no more of the request",
        { } error => error.Message.TrimEnd('.'),
        null => "unknown",
    };
}
