using System.Security.Cryptography;
using Genie.Genuine.Primitives.OpenSsl;

namespace Genie.Genuine.Primitives;

/// <summary>The providers that this machine has.</summary>
public static class CryptoProviders
{
    /// <summary>The one that runs everywhere.</summary>
    public static ICryptoProvider Managed { get; } = new ManagedProvider();

    /// <summary>libcrypto, or null where OpenSSL 3 is not loaded or does not give the published results.</summary>
    public static ICryptoProvider? Native { get; } = Checked(OpenSslProvider.TryLoad());

    /// <summary><see cref="Native"/> where it is there, else <see cref="Managed"/>. Sessions use it unless told otherwise.</summary>
    public static ICryptoProvider Best { get; } = Native ?? Managed;

    private static OpenSslProvider? Checked(OpenSslProvider? provider)
    {
        try
        {
            return provider is not null && ProviderSelfTest.Passes(provider) ? provider : null;
        }
        catch (Exception error) when (error is CryptographicException or EntryPointNotFoundException or TypeInitializationException)
        {
            return null;
        }
    }
}
