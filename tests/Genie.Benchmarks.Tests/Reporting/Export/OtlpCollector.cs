using System.Collections.Concurrent;
using System.Net;
using System.Text;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.Logging;

namespace Genie.Benchmarks.Tests.Reporting.Export;

/// <summary>A collector of OpenTelemetry that keeps what it is sent: by HTTP, or by gRPC.</summary>
internal sealed class OtlpCollector : IAsyncDisposable
{
    private readonly WebApplication _host;

    private OtlpCollector(WebApplication host) => _host = host;

    /// <summary>What it was sent, the bytes of bodies as Latin letters.</summary>
    public ConcurrentQueue<(string Path, IReadOnlyDictionary<string, string> Headers, string Body)> Received { get; } = new();

    public string Url => _host.Urls.Single();

    public static async Task<OtlpCollector> StartAsync(bool grpc = false)
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.ConfigureKestrel(kestrel => kestrel.Listen(IPAddress.Loopback, 0, listen => listen.Protocols = grpc ? HttpProtocols.Http2 : HttpProtocols.Http1));
        var collector = new OtlpCollector(builder.Build());
        collector._host.MapPost("/{**path}", http => collector.TakeAsync(http, grpc));
        await collector._host.StartAsync();
        return collector;
    }

    public ValueTask DisposeAsync() => _host.DisposeAsync();

    private async Task TakeAsync(HttpContext http, bool grpc)
    {
        using var body = new StreamReader(http.Request.Body, Encoding.Latin1);
        var text = await body.ReadToEndAsync();
        Received.Enqueue((http.Request.Path.Value!, http.Request.Headers.ToDictionary(header => header.Key, header => header.Value.ToString(), StringComparer.OrdinalIgnoreCase), text));
        http.Response.ContentType = grpc ? "application/grpc" : "application/x-protobuf";
        if (!grpc) return;

        // An empty message.
        await http.Response.Body.WriteAsync(new byte[5]);
        http.Response.AppendTrailer("grpc-status", "0");
    }
}
