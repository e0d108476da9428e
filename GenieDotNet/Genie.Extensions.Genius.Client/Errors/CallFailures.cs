using System.Security.Authentication;
using Google.Protobuf;
using Google.Rpc;
using Grpc.Core;

namespace Genie.Extensions.Genius.Client;

/// <summary>Errors of calls, typed.</summary>
internal static class CallFailures
{
    // Where google.rpc.Status is kept: https://github.com/grpc/grpc/blob/master/doc/PROTOCOL-HTTP2.md
    private const string DetailsTrailer = "grpc-status-details-bin";

    public static GeniusClientException Of(RpcException error)
    {
        var details = DetailsOf(error);
        var message = error.Status.Detail.Length > 0 ? error.Status.Detail : error.Message;
        var reason = Find<ErrorInfo>(details)?.Reason ?? "";
        return error.StatusCode switch
        {
            StatusCode.InvalidArgument => new InvalidRequestException(message, ViolationsOf(details), error) { Reason = reason },
            StatusCode.Unauthenticated or StatusCode.PermissionDenied => new AccessDeniedException(message, error.StatusCode, error) { Reason = reason },
            StatusCode.NotFound => new NotFoundException(message, error) { Reason = reason },
            _ when UntrustedBy(error) is { } untrusted => new GeniusClientException($"There is no trusted link: {untrusted.Message} Name the authority of the server's certificate in {nameof(GeniusClientOptions.TrustedRoots)}, and have a {nameof(GeniusClientOptions.ClientCertificate)} where the server asks for one.", error.StatusCode, error),
            _ when IsTransient(error, reason) => new ServerUnavailableException(message, error.StatusCode, error) { Reason = reason, RetryDelay = Find<RetryInfo>(details)?.RetryDelay?.ToTimeSpan() },
            _ => new GeniusClientException(message, error.StatusCode, error) { Reason = reason },
        };
    }

    // A link that breaks in the middle of a call has a status of the client's own making, of which the transport's error tells; a server that says CANCELLED means that nobody listens any more,
    // which is not so where this client did not cancel. A message that is too large is RESOURCE_EXHAUSTED as well, of the client's own making, and stays so.
    private static bool IsTransient(RpcException error, string reason) => error.StatusCode switch
    {
        StatusCode.Unavailable or StatusCode.Aborted or StatusCode.Cancelled => true,
        StatusCode.ResourceExhausted => reason.Length > 0,
        StatusCode.Internal or StatusCode.Unknown => error.Status.DebugException is HttpRequestException or IOException,
        _ => false,
    };

    private static AuthenticationException? UntrustedBy(RpcException error)
    {
        var cause = error.Status.DebugException;
        while (cause is not (null or AuthenticationException)) cause = cause.InnerException;
        return cause as AuthenticationException;
    }

    private static Google.Rpc.Status? DetailsOf(RpcException error)
    {
        try
        {
            return error.Trailers.GetValueBytes(DetailsTrailer) is { } bytes ? Google.Rpc.Status.Parser.ParseFrom(bytes) : null;
        }
        catch (InvalidProtocolBufferException)
        {
            // Of a proxy; the status says enough.
            return null;
        }
    }

    private static IReadOnlyList<FieldViolation> ViolationsOf(Google.Rpc.Status? details) =>
        [.. Find<BadRequest>(details)?.FieldViolations.Select(static each => new FieldViolation(each.Field, each.Description)) ?? []];

    private static T? Find<T>(Google.Rpc.Status? details)
        where T : class, IMessage, new()
    {
        foreach (var each in details?.Details ?? [])
            if (each.TryUnpack<T>(out var found)) return found;
        return null;
    }
}
