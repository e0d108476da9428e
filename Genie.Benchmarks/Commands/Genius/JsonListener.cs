using Genie.Diagnostics.Live;
using Genie.Grpc.Listening;
using Microsoft.AspNetCore.Connections;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Grpc.JsonTranscoding;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Server.Kestrel.Core;

namespace Genie.Benchmarks.Commands.Genius;

/// <summary>
/// The end point of HTTP with JSON. ASP.NET Core would serve that on each of the host's ports: on that of probes and the live page, which needs
/// no keys, and to whatever name a browser asks for.
/// </summary>
internal static class JsonListener
{
    /// <summary>Listens where the settings say.</summary>
    public static void ListenForJson(this KestrelServerOptions server, GrpcListenOptions options) => server.ListenForGrpc(options, static listen => listen.Use(next => connection =>
    {
        connection.Features.Set(new JsonConnection());
        return next(connection);
    }));

    /// <summary>Keeps the calls of other end points, and without keys those to foreign names, away. Comes after routing.</summary>
    public static void UseJsonListener(this IApplicationBuilder app, GeniusSettings settings) => app.Use((http, next) =>
    {
        if (http.GetEndpoint()?.Metadata is not { } metadata || (metadata.GetMetadata<GrpcJsonTranscodingMetadata>() is null && metadata.GetMetadata<JsonListenerOnly>() is null)) return next(http);
        if (http.Features.Get<JsonConnection>() is null) return EndAsync(http, StatusCodes.Status404NotFound);
        return settings.HasCallers || LoopbackHosts.IsOwn(http.Request.Host.Host) ? next(http) : EndAsync(http, StatusCodes.Status421MisdirectedRequest);
    });

    /// <summary>Has the end points answer there alone, as those of HTTP with JSON do.</summary>
    public static void RequireJsonListener(this IEndpointConventionBuilder builder) => builder.WithMetadata(new JsonListenerOnly());

    private static Task EndAsync(HttpContext http, int status)
    {
        http.Response.StatusCode = status;
        return Task.CompletedTask;
    }

    // A connection to that end point.
    private sealed class JsonConnection;

    // What is served there and nowhere else.
    private sealed class JsonListenerOnly;
}
