using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace Genie.Benchmarks.Commands.Genius.Listening;

/// <summary>The files of the settings that TLS needs.</summary>
internal static class ServerCertificates
{
    /// <summary>The server's own, with its key; null: there is none.</summary>
    /// <exception cref="BadArgumentException">A file is none, or cannot be read.</exception>
    public static X509Certificate2? Read(GeniusSettings settings)
    {
        try
        {
            return settings.Certificate is { } file ? X509Certificate2.CreateFromPemFile(file, settings.CertificateKey) : null;
        }
        catch (Exception error) when (error is CryptographicException or IOException or UnauthorizedAccessException)
        {
            throw new BadArgumentException($"Certificate and CertificateKey: {error.Message}", error);
        }
    }

    /// <summary>Those who sign clients' certificates.</summary>
    /// <exception cref="BadArgumentException">The file has none, or cannot be read.</exception>
    public static X509Certificate2Collection ReadAuthorities(GeniusSettings settings)
    {
        var authorities = new X509Certificate2Collection();
        try
        {
            if (settings.ClientAuthorities is { } file) authorities.ImportFromPemFile(file);
        }
        catch (Exception error) when (error is CryptographicException or IOException or UnauthorizedAccessException)
        {
            throw new BadArgumentException($"ClientAuthorities: {error.Message}", error);
        }

        return settings.ClientAuthorities is null || authorities.Count > 0 ? authorities : throw new BadArgumentException($"ClientAuthorities: there is no certificate in {settings.ClientAuthorities}.");
    }
}
