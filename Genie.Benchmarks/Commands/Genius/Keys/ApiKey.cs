using System.Security.Cryptography;
using System.Text;

namespace Genie.Benchmarks.Commands.Genius.Keys;

/// <summary>A key as the settings have it.</summary>
internal sealed class ApiKey : CallerSettings
{
    /// <summary>The SHA-256 of the key's UTF-8, 64 hexadecimal digits. A key is random, so that no slower hash is needed.</summary>
    public string Sha256 { get; set; } = "";

    /// <summary>What settings have of a key.</summary>
    public static string HashOf(string key) => Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(key)));

    /// <summary>True if it is a key's; how long that takes does not depend on where they differ.</summary>
    public bool IsOf(string key) => CryptographicOperations.FixedTimeEquals(Encoding.ASCII.GetBytes(Sha256.ToLowerInvariant()), Encoding.ASCII.GetBytes(HashOf(key)));
}
