using System.Net;
using System.Net.Security;
using System.Security.Cryptography.X509Certificates;

namespace Genie.Benchmarks.Load.Calls;

/// <summary>Where a client finds a server, and by what it knows it.</summary>
/// <param name="Host">The server's address, or that of a proxy before it.</param>
/// <param name="Port">The port there.</param>
/// <param name="Certificate">The server's certificate, DER.</param>
internal sealed record CallAddress(string Host, int Port, byte[] Certificate)
{
    /// <summary>The address.</summary>
    public IPEndPoint EndPoint() => new(IPAddress.Parse(Host), Port);

    /// <summary>The certificate, without its private key.</summary>
    public X509Certificate2 LoadCertificate() => X509CertificateLoader.LoadCertificate(Certificate);

    /// <summary>Believes this certificate and no other.</summary>
    public RemoteCertificateValidationCallback Pinned() => (_, shown, _, _) => shown is not null && Certificate.AsSpan().SequenceEqual(shown.GetRawCertData());
}
