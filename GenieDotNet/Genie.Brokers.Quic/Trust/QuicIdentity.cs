using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using Genie.Rpc.Quic;

namespace Genie.Brokers.Quic.Trust;

/// <summary>What one side shows, and what it believes of the other.</summary>
/// <param name="Certificate">What is shown, with its private key; null where nothing is.</param>
/// <param name="Trust">What is believed.</param>
internal sealed record QuicIdentity(X509Certificate2? Certificate, QuicRpcTrust Trust) : IDisposable
{
    /// <summary>Reads the files that the options name; where they name none, the development certificate, which is made if there is none.</summary>
    /// <exception cref="BrokerSettingException">A file cannot be read, or a pin is none.</exception>
    public static QuicIdentity Load(QuicOptions options)
    {
        try
        {
            if (IsDevelopment(options)) return Development();
            var certificate = options.TlsCertificateFile.Length > 0 ? CertificateFiles.Load(options.TlsCertificateFile, options.TlsKeyFile) : null;
            return new QuicIdentity(certificate, TrustOf(options));
        }
        catch (Exception error) when (error is IOException or UnauthorizedAccessException or CryptographicException)
        {
            throw new BrokerSettingException($"quic: cannot read the TLS files: {error.Message}", error);
        }
    }

    /// <summary>In a few words, for reports.</summary>
    public static string Describe(QuicOptions options) =>
        IsDevelopment(options) ? "the user's development certificate, pinned by both sides"
            : $"{(options.TlsPins.Length > 0 ? "pinned keys" : options.TlsCaFile.Length > 0 ? "an authority of one's own" : "the system's authorities")}{(options.TlsMutual ? ", mutual" : "")}";

    /// <inheritdoc/>
    public void Dispose() => Certificate?.Dispose();

    private static bool IsDevelopment(QuicOptions options) =>
        options is { TlsCertificateFile.Length: 0, TlsKeyFile.Length: 0, TlsCaFile.Length: 0, TlsPins.Length: 0 };

    private static QuicIdentity Development()
    {
        var certificate = DevelopmentCertificate.LoadOrCreate(DevelopmentCertificate.StandardFile);
        return new QuicIdentity(certificate, new QuicRpcTrust { PinnedKeys = [QuicRpcTrust.PinOf(certificate)] });
    }

    private static QuicRpcTrust TrustOf(QuicOptions options)
    {
        if (options.TlsPins.Length > 0) return new QuicRpcTrust { PinnedKeys = [.. options.TlsPins.Split(',', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries).Select(Pin)] };
        if (options.TlsCaFile.Length == 0) return QuicRpcTrust.System;
        var authorities = new X509Certificate2Collection();
        authorities.ImportFromPemFile(options.TlsCaFile);
        return new QuicRpcTrust { Authorities = authorities };
    }

    private static byte[] Pin(string text)
    {
        var pin = new byte[SHA256.HashSizeInBytes];
        return Convert.FromHexString(text, pin, out var read, out var written) == System.Buffers.OperationStatus.Done && read == text.Length && written == pin.Length
            ? pin
            : throw new BrokerSettingException($"quic.tls-pins: '{text}' is no SHA-256 in hexadecimal (64 digits). 'openssl x509 -in FILE -noout -pubkey | openssl pkey -pubin -outform der | sha256sum' gives it.");
    }
}
