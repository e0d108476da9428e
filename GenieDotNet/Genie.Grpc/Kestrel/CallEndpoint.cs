using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.AspNetCore.Server.Kestrel.Core.Features;
using Microsoft.Extensions.Logging;

namespace Genie.Grpc.Kestrel;

/// <summary>One method's end point: takes an HTTP/2 request and answers it as gRPC's doc/PROTOCOL-HTTP2.md says.</summary>
internal sealed class CallEndpoint(string path, GrpcServerOptions options, ILogger logger, Func<ServedCall, ValueTask> serve)
{
    private const string MediaType = "application/grpc";

    /// <summary>True for gRPC's own content type, whatever the messages' format; not for grpc-web, which is another protocol.</summary>
    public static bool IsGrpc(string? contentType) =>
        contentType is not null && contentType.StartsWith(MediaType, StringComparison.OrdinalIgnoreCase)
        && (contentType.Length == MediaType.Length || contentType[MediaType.Length] is '+' or ';');

    /// <summary>Serves a call.</summary>
    public async Task HandleAsync(HttpContext http)
    {
        if (!IsCall(http)) return;
        LiftBodyLimits(http);
        using var call = new ServedCall(http, path, options);
        await call.Response.EndAsync(await ServeAsync(call).ConfigureAwait(false)).ConfigureAwait(false);
    }

    /// <summary>What is no gRPC is answered in HTTP's own terms.</summary>
    private static bool IsCall(HttpContext http)
    {
        if (!IsGrpc(http.Request.ContentType))
        {
            http.Response.StatusCode = StatusCodes.Status415UnsupportedMediaType;
            return false;
        }

        if (!HttpProtocol.IsHttp11(http.Request.Protocol) && !HttpProtocol.IsHttp10(http.Request.Protocol)) return true;
        http.Response.StatusCode = StatusCodes.Status426UpgradeRequired;
        http.Response.Headers.Upgrade = HttpProtocol.Http2;
        return false;
    }

    /// <summary>Streams last and rest; messages have limits of their own.</summary>
    private static void LiftBodyLimits(HttpContext http)
    {
        if (http.Features.Get<IHttpMinRequestBodyDataRateFeature>() is { } rate) rate.MinDataRate = null;
        if (http.Features.Get<IHttpMaxRequestBodySizeFeature>() is { IsReadOnly: false } size) size.MaxRequestBodySize = null;
    }

    private async Task<CallStatus> ServeAsync(ServedCall call)
    {
        try
        {
            call.Begin();
            await serve(call).ConfigureAwait(false);
            return CallStatus.Ok;
        }
        catch (GrpcStatusException error)
        {
            return new CallStatus(error.Code, error.Message, error.Trailers);
        }
        catch (Exception) when (call.WhyEnded is { } ended)
        {
            return ended;
        }
        catch (Exception error)
        {
            logger.LogError(error, "The handler of {Method} threw.", call.Method);
            return new CallStatus(GrpcStatusCode.Unknown, "The handler failed; the server's log has more.", new());
        }
    }
}
