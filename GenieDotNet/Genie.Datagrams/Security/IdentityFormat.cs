using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using Genie.Datagrams.Protocol;

namespace Genie.Datagrams.Security;

/// <summary>A server's identity in its handshake: a byte with the kind, then a public key, or certificates beginning with the server's own.</summary>
internal static class IdentityFormat
{
    /// <summary>With a signature it fits the fragments of a proof.</summary>
    public const int MaxBytes = 16_000;

    private const byte BareKey = 1;
    private const byte Certificates = 2;
    private const int MaxCertificates = 8;
    private const int HeaderBytes = 2;

    public static byte[] Encode(ReadOnlySpan<byte> publicKey) => Write(BareKey, [publicKey.ToArray()]);

    public static byte[] Encode(X509Certificate2 certificate, X509Certificate2Collection intermediates) =>
        Write(Certificates, [certificate.RawData, .. intermediates.Select(one => one.RawData)]);

    /// <summary>Null if these bytes are none.</summary>
    public static ServerCredentials? TryDecode(ReadOnlySpan<byte> encoded)
    {
        var reader = new WireReader(encoded);
        var kind = reader.ReadByte();
        var count = reader.ReadByte();
        if (reader.IsInvalid || count is < 1 or > MaxCertificates) return null;
        var parts = new byte[count][];
        for (var i = 0; i < count; i++) parts[i] = reader.Read(reader.ReadUInt16()).ToArray();
        if (reader.IsInvalid || reader.Left > 0) return null;
        return kind switch
        {
            BareKey when count == 1 => new ServerCredentials(parts[0], null, []),
            Certificates => OfCertificates(parts),
            _ => null,
        };
    }

    /// <summary>True if the holder of the private key has signed these bytes: ECDSA, or RSA with PSS, with SHA-256.</summary>
    public static bool IsSignedBy(ServerCredentials credentials, ReadOnlySpan<byte> content, ReadOnlySpan<byte> signature)
    {
        try
        {
            using AsymmetricAlgorithm? key = credentials.Certificate is { } certificate
                ? certificate.GetECDsaPublicKey() ?? (AsymmetricAlgorithm?)certificate.GetRSAPublicKey()
                : KeyOf(credentials.PublicKey.Span);
            return key switch
            {
                ECDsa elliptic => elliptic.VerifyData(content, signature, HashAlgorithmName.SHA256),
                RSA rsa => rsa.VerifyData(content, signature, HashAlgorithmName.SHA256, RSASignaturePadding.Pss),
                _ => false,
            };
        }
        catch (Exception error) when (error is CryptographicException or NotSupportedException)
        {
            // No key, or one of a curve that this machine does not have (PlatformNotSupportedException).
            return false;
        }
    }

    private static ECDsa KeyOf(ReadOnlySpan<byte> publicKey)
    {
        var key = ECDsa.Create();
        key.ImportSubjectPublicKeyInfo(publicKey, out _);
        return key;
    }

    private static ServerCredentials? OfCertificates(byte[][] parts)
    {
        try
        {
            var certificates = parts.Select(part => X509CertificateLoader.LoadCertificate(part)).ToArray();
            return new ServerCredentials(certificates[0].PublicKey.ExportSubjectPublicKeyInfo(), certificates[0], [.. certificates[1..]]);
        }
        catch (CryptographicException)
        {
            return null;
        }
    }

    private static byte[] Write(byte kind, byte[][] parts)
    {
        if (parts.Length > MaxCertificates) throw new SecurityIncompleteException($"A handshake carries {MaxCertificates} certificates, not {parts.Length}. Leave out the root and those that are not between it and the server's.");
        var encoded = new byte[HeaderBytes + parts.Sum(part => sizeof(ushort) + part.Length)];
        var writer = new WireWriter(encoded);
        writer.Write(kind);
        writer.Write((byte)parts.Length);
        foreach (var part in parts)
        {
            writer.Write((ushort)part.Length);
            writer.Write(part);
        }

        return encoded;
    }
}
