using System.Security.Cryptography;
using Genie.Genuine.Primitives.OpenSsl;
using Genie.Genuine.Primitives.Sodium;

namespace Genie.Genuine.Primitives;

/// <summary>The providers that this machine has.</summary>
public static class CryptoProviders
{
    /// <summary>The one that runs everywhere.</summary>
    public static ICryptoProvider Managed { get; } = new ManagedProvider();

    /// <summary>libcrypto, or null where OpenSSL 3 is not loaded or does not give the published results.</summary>
    public static ICryptoProvider? Native { get; } = Checked(OpenSslProvider.TryLoad());

    /// <summary>libsodium's X25519, through NSec, or null where there is none or it does not give the published results.</summary>
    public static ICryptoProvider? Sodium { get; } = Checked(SodiumProvider.TryLoad());

    /// <summary>For each operation the fastest of these on this machine, found by measuring once. Sessions use it unless set otherwise.</summary>
    public static ICryptoProvider Best { get; } = new FastestProvider([.. new[] { Native, Sodium, Managed }.OfType<ICryptoProvider>()]);

    private static ICryptoProvider? Checked(ICryptoProvider? provider)
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
