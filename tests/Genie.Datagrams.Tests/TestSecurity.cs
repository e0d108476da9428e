using System.Net;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace Genie.Datagrams.Tests;

/// <summary>An authority, a server's certificate and a bare key, made once; and what tests run over: in the clear and with each cipher.</summary>
internal static class TestSecurity
{
    public const string Name = "game.example.org";
    public const string Plain = "plain";

    private static readonly ECDsa AuthorityKey = ECDsa.Create(ECCurve.NamedCurves.nistP256);

    public static ECDsa BareKey { get; } = ECDsa.Create(ECCurve.NamedCurves.nistP256);

    public static X509Certificate2 Authority { get; } = MakeAuthority();

    public static string[] Kinds { get; } = [Plain, nameof(DatagramCipher.Aes256Gcm), nameof(DatagramCipher.ChaCha20Poly1305)];

    public static TheoryData<string> AllKinds => [.. Kinds];

    public static TheoryData<string> Ciphers => [.. Kinds.Skip(1)];

    /// <summary>A server known by its bare key, and a client that knows it.</summary>
    public static DatagramSecurity ByKey { get; } = new() { Identity = ServerIdentity.FromKey(BareKey), Trust = ServerTrust.ForKey(BareKey.ExportSubjectPublicKeyInfo()) };

    /// <summary>Settings of a kind.</summary>
    public static DatagramSecurity? Of(string kind) => kind == Plain ? null : ByKey with { Ciphers = [Enum.Parse<DatagramCipher>(kind)] };

    /// <summary>A certificate of the authority.</summary>
    public static X509Certificate2 Certificate(string name = Name, bool isExpired = false, bool isRsa = false)
    {
        var names = new SubjectAlternativeNameBuilder();
        names.AddDnsName(name);
        names.AddIpAddress(IPAddress.Loopback);
        using var elliptic = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        using var rsa = RSA.Create(2_048);
        var request = isRsa
            ? new CertificateRequest("CN=server", rsa, HashAlgorithmName.SHA256, RSASignaturePadding.Pkcs1)
            : new CertificateRequest("CN=server", elliptic, HashAlgorithmName.SHA256);
        request.CertificateExtensions.Add(names.Build());
        var from = DateTimeOffset.UtcNow.AddDays(-10);
        var until = isExpired ? from.AddDays(5) : from.AddDays(100);
        using var certificate = request.Create(Authority.SubjectName, X509SignatureGenerator.CreateForECDsa(AuthorityKey), from, until, RandomNumberGenerator.GetBytes(8));
        return isRsa ? certificate.CopyWithPrivateKey(rsa) : certificate.CopyWithPrivateKey(elliptic);
    }

    private static X509Certificate2 MakeAuthority()
    {
        var request = new CertificateRequest("CN=authority", AuthorityKey, HashAlgorithmName.SHA256);
        request.CertificateExtensions.Add(new X509BasicConstraintsExtension(certificateAuthority: true, hasPathLengthConstraint: false, 0, critical: true));
        return request.CreateSelfSigned(DateTimeOffset.UtcNow.AddDays(-20), DateTimeOffset.UtcNow.AddDays(200));
    }
}
