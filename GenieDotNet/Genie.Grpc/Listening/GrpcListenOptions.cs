using System.Net;
using System.Security.Cryptography.X509Certificates;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.AspNetCore.Server.Kestrel.Https;

namespace Genie.Grpc.Listening;

/// <summary>Where a server listens for gRPC, and to whom.</summary>
public sealed record GrpcListenOptions
{
    /// <summary>Address and port; port 0 takes a free one. Default: a free port of the loopback address.</summary>
    public IPEndPoint Address { get; init; } = new(IPAddress.Loopback, 0);

    /// <summary>The server's certificate with its key. Default none: HTTP/2 without TLS.</summary>
    public X509Certificate2? Certificate { get; init; }

    /// <summary>Whether clients must show a certificate. Default no.</summary>
    public ClientCertificateMode ClientCertificates { get; init; } = ClientCertificateMode.NoCertificate;

    /// <summary>Who must have signed clients' certificates. Default: those whom the system trusts.</summary>
    public X509Certificate2Collection ClientAuthorities { get; init; } = [];

    /// <summary>Which HTTP is spoken. Default HTTP/2, as gRPC wants it; HTTP/1.1 beside it, with TLS, is for gRPC-Web.</summary>
    public HttpProtocols Protocols { get; init; } = HttpProtocols.Http2;

    /// <summary>Calls, streams among them, that are open at once on a connection; a client that begins more waits for one to end. Of all end points of a server the last one counts. Default 100, which is Kestrel's.</summary>
    public int StreamsPerConnectionMax { get; init; } = 100;
}
