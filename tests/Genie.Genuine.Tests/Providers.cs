using Genie.Genuine.Primitives;

namespace Genie.Genuine.Tests;

/// <summary>Every provider by name, so that tests run with each.</summary>
public static class Providers
{
    public static TheoryData<string> Names => CryptoProviders.Native is null ? [Managed] : [Managed, Native];

    private const string Managed = "BouncyCastle";
    private const string Native = "libcrypto";

    public static ICryptoProvider Get(string name) => name == Native ? CryptoProviders.Native! : CryptoProviders.Managed;
}
