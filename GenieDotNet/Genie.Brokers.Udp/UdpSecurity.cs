using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using Genie.Datagrams;

namespace Genie.Brokers.Udp;

/// <summary>What the options say of encryption.</summary>
internal static class UdpSecurity
{
    /// <summary>True if anything is named that is shown or believed.</summary>
    public static bool IsNamed(UdpOptions options) =>
        options is not { TlsCertificateFile.Length: 0, TlsKeyFile.Length: 0, TlsCaFile.Length: 0, TlsPin.Length: 0 };

    /// <summary>In a few words, for reports.</summary>
    public static string Describe(UdpOptions options) =>
        !IsNamed(options) ? "in the clear" : options.TlsPin.Length > 0 ? "encrypted, a pinned key" : "encrypted, an authority of one's own";

    /// <summary>Refuses what can be seen to be wrong before a file is read.</summary>
    /// <exception cref="BrokerSettingException">The pin is none.</exception>
    public static void Check(UdpOptions options)
    {
        if (options.TlsPin.Length > 0) HashOf(options.TlsPin);
    }

    /// <summary>Identity and trust, or null where everything is in the clear.</summary>
    /// <exception cref="BrokerSettingException">A file cannot be read, or the pin is none.</exception>
    public static DatagramSecurity? Load(UdpOptions options, string host)
    {
        if (!IsNamed(options)) return null;
        try
        {
            return new DatagramSecurity { Identity = IdentityOf(options), Trust = TrustOf(options, host) };
        }
        catch (Exception error) when (error is IOException or UnauthorizedAccessException or CryptographicException or SecurityIncompleteException)
        {
            throw new BrokerSettingException($"udp: the certificate files cannot be used: {error.Message}", error);
        }
    }

    private static ServerIdentity? IdentityOf(UdpOptions options) => options.TlsCertificateFile.Length == 0 ? null
        : ServerIdentity.FromCertificate(X509Certificate2.CreateFromPemFile(options.TlsCertificateFile, options.TlsKeyFile.Length > 0 ? options.TlsKeyFile : null));

    private static ServerTrust? TrustOf(UdpOptions options, string host)
    {
        if (options.TlsPin.Length > 0) return ServerTrust.ForKeyHash(HashOf(options.TlsPin));
        if (options.TlsCaFile.Length == 0) return null;
        var authorities = new X509Certificate2Collection();
        authorities.ImportFromPemFile(options.TlsCaFile);
        return ServerTrust.ForName(options.TlsServerName.Length > 0 ? options.TlsServerName : host, authorities);
    }

    private static byte[] HashOf(string pin)
    {
        var hash = new byte[SHA256.HashSizeInBytes];
        return Convert.FromHexString(pin, hash, out var read, out var written) == System.Buffers.OperationStatus.Done && read == pin.Length && written == hash.Length
            ? hash
            : throw new BrokerSettingException($"udp.tls-pin: '{pin}' is no SHA-256 in hexadecimal (64 digits). 'openssl x509 -in FILE -noout -pubkey | openssl pkey -pubin -outform der | sha256sum' gives it.");
    }
}
