using System.Globalization;
using System.Net;
using Genie.Relay.Interop;
using Grpc.HealthCheck;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

var port = int.Parse(args[0], CultureInfo.InvariantCulture);
var builder = WebApplication.CreateSlimBuilder();
builder.Logging.ClearProviders();
builder.Services.AddGrpc(grpc =>
{
    grpc.ResponseCompressionAlgorithm = "gzip";
    grpc.MaxReceiveMessageSize = null;
});
builder.WebHost.ConfigureKestrel(kestrel => kestrel.Listen(IPAddress.Loopback, port, listen => listen.Protocols = HttpProtocols.Http2));
var health = new HealthServiceImpl();
health.SetStatus("", Grpc.Health.V1.HealthCheckResponse.Types.ServingStatus.Serving);
builder.Services.AddSingleton(health);
await using var server = builder.Build();
server.Use((http, next) =>
{
    // gRPC's API does not tell whether a message came compressed.
    var flags = new CompressionFlagStream(http.Request.Body);
    http.Request.Body = flags;
    http.Features.Set(flags);
    return next(http);
});

// A status alone, while the request still comes: gRPC's API reads that to its end first.
server.MapPost(EarlyStatus.Path, EarlyStatus.AnswerAsync);
server.MapGrpcService<InteropService>();
server.MapGrpcService<HealthServiceImpl>();
await server.RunAsync();
