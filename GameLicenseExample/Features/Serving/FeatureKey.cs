using System.Security.Cryptography;
using System.Text;
using Genie.Genuine.Identities;
using Microsoft.AspNetCore.Http;

namespace GameLicenseExample.Features.Serving;

/// <summary>
/// What a caller of the features must know, as a bearer token (RFC 6750): other users of this machine reach its port too, and may not move credits. It comes from the key of the folder's
/// administrator by HKDF (RFC 5869), so it stays the same after a restart, and who may read that file needs nothing else.
/// </summary>
internal sealed class FeatureKey
{
    private const string Scheme = "Bearer ";
    private const int Bytes = 32;
    private readonly byte[] _digest;

    private FeatureKey(string text) => (Text, _digest) = (text, SHA256.HashData(Encoding.UTF8.GetBytes(text)));

    /// <summary>The key in hexadecimal.</summary>
    public string Text { get; }

    /// <summary>The key of an administrator.</summary>
    public static FeatureKey Of(IdentityKeyPair administrator)
    {
        var seed = administrator.ExportSeed();
        try
        {
            return new FeatureKey(Convert.ToHexStringLower(HKDF.DeriveKey(HashAlgorithmName.SHA256, seed, Bytes, info: "game features"u8.ToArray())));
        }
        finally
        {
            CryptographicOperations.ZeroMemory(seed);
        }
    }

    /// <summary>True if a request has it. How long the answer takes says nothing of how near a guess was.</summary>
    public bool IsIn(HttpRequest request)
    {
        var given = request.Headers.Authorization.ToString();
        return given.StartsWith(Scheme, StringComparison.OrdinalIgnoreCase) && CryptographicOperations.FixedTimeEquals(SHA256.HashData(Encoding.UTF8.GetBytes(given[Scheme.Length..])), _digest);
    }
}
