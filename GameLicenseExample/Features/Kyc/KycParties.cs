using GameLicenseExample.Keys;
using Genie.Genuine.Identities;

namespace GameLicenseExample.Features.Kyc;

/// <summary>The keys of the office and of two officers, in files of the server's folder. That is for the demonstration: four eyes need two people who keep their own keys.</summary>
/// <param name="Office">Opens documents.</param>
/// <param name="Officers">Review them.</param>
internal sealed record KycParties(IdentityKeyPair Office, IReadOnlyList<IdentityKeyPair> Officers) : IDisposable
{
    private static readonly string[] OfficerFiles = ["kyc-officer-1.key", "kyc-officer-2.key"];

    /// <summary>Those of a folder; made where they are not there.</summary>
    /// <exception cref="KeyFileException">A key cannot be used.</exception>
    public static KycParties In(string folder) => new(
        KeyFile.OpenOrCreate(Path.Combine(folder, "kyc-office.key")),
        [.. OfficerFiles.Select(name => KeyFile.OpenOrCreate(Path.Combine(folder, name)))]);

    /// <inheritdoc/>
    public void Dispose()
    {
        Office.Dispose();
        foreach (var each in Officers) each.Dispose();
    }
}
