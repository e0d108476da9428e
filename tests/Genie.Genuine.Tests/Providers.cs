using Genie.Genuine.Primitives;

namespace Genie.Genuine.Tests;

/// <summary>Every provider by name, so that tests run with each.</summary>
public static class Providers
{
    private const string Fastest = "fastest";

    public static TheoryData<string> Names
    {
        get
        {
            var names = new TheoryData<string> { Fastest };
            foreach (var provider in All) names.Add(provider.Name);
            return names;
        }
    }

    private static IEnumerable<ICryptoProvider> All => new[] { CryptoProviders.Managed, CryptoProviders.Native, CryptoProviders.Sodium }.OfType<ICryptoProvider>();

    public static ICryptoProvider Get(string name) => name == Fastest ? CryptoProviders.Best : All.Single(provider => provider.Name == name);
}
