using Genie.Grpc.Listening;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Connections;
using Microsoft.AspNetCore.Grpc.JsonTranscoding;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Server.Kestrel.Core;

namespace Genie.Benchmarks.Commands.Genius.Listening;

/// <summary>
/// What is served where. ASP.NET Core would serve everything on each of the host's ports: the services on that of probes, which needs no keys, and the live page and
/// metrics on those that the world reaches; and to whatever name a browser asks for.
/// </summary>
internal static class Listeners
{
    /// <summary>Listens for HTTP with JSON.</summary>
    public static void ListenForJson(this KestrelServerOptions server, GrpcListenOptions options) => server.ListenForGrpc(options, static listen => Mark(listen, ListenerKind.Json));

    /// <summary>Listens for probes, metrics and the live page.</summary>
    public static void ListenForWeb(this KestrelServerOptions server, GeniusSettings settings) => server.Listen(settings.WebAddress, static listen =>
    {
        listen.Protocols = HttpProtocols.Http1;
        Mark(listen, ListenerKind.Web);
    });

    /// <summary>Keeps requests for what is served elsewhere, and those to foreign names, away. Comes after routing.</summary>
    public static void UseListeners(this IApplicationBuilder app, GeniusSettings settings)
    {
        var (json, web) = (new AllowedHosts(settings, settings.HttpAddress ?? settings.WebAddress), new AllowedHosts(settings, settings.WebAddress));
        app.Use((http, next) =>
        {
            var listener = http.Features.Get<ListenerMark>()?.Kind ?? ListenerKind.Grpc;
            if (http.GetEndpoint()?.Metadata is { } metadata && KindOf(metadata) is { } kind && kind != listener) return EndAsync(http, StatusCodes.Status404NotFound, "");

            // By gRPC no page of a browser can call: its content type is none that may be sent to another site unasked.
            return listener == ListenerKind.Grpc || (listener == ListenerKind.Json ? json : web).Allow(http.Request.Host.Host)
                ? next(http)
                : EndAsync(http, StatusCodes.Status421MisdirectedRequest, "This server does not answer to that name; the setting AllowedHosts names those that it answers to.\n");
        });
    }

    /// <summary>Has the end points answer there alone.</summary>
    public static void RequireListener(this IEndpointConventionBuilder builder, ListenerKind kind) => builder.WithMetadata(new ListenerMark(kind));

    private static void Mark(ListenOptions listen, ListenerKind kind)
    {
        var mark = new ListenerMark(kind);
        listen.Use(next => connection =>
        {
            connection.Features.Set(mark);
            return next(connection);
        });
    }

    // Services are by gRPC there, too, where TLS lets a client choose HTTP/2.
    private static ListenerKind? KindOf(EndpointMetadataCollection metadata) =>
        metadata.GetMetadata<GrpcJsonTranscodingMetadata>() is not null ? ListenerKind.Json : metadata.GetMetadata<ListenerMark>()?.Kind;

    private static Task EndAsync(HttpContext http, int status, string text)
    {
        http.Response.StatusCode = status;
        return text.Length == 0 ? Task.CompletedTask : http.Response.WriteAsync(text, http.RequestAborted);
    }

    // Of a connection: where it came in. Of an end point: where it answers.
    private sealed record ListenerMark(ListenerKind Kind);
}
