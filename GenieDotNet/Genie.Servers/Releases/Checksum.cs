using System.Security.Cryptography;

namespace Genie.Servers.Releases;

/// <summary>What a file's bytes come to, as its publisher says it.</summary>
/// <param name="Algorithm">How: SHA-512 wherever the publisher gives it.</param>
/// <param name="Hex">The result in lower case.</param>
internal sealed record Checksum(HashAlgorithmName Algorithm, string Hex)
{
    public static Checksum Sha512(string hex) => new(HashAlgorithmName.SHA512, hex);

    public static Checksum Sha256(string hex) => new(HashAlgorithmName.SHA256, hex);

    /// <summary>The same sum of a file of this machine.</summary>
    public async Task<Checksum> OfAsync(string file, CancellationToken cancellationToken)
    {
        await using var content = File.OpenRead(file);
        return this with { Hex = Convert.ToHexStringLower(await CryptographicOperations.HashDataAsync(Algorithm, content, cancellationToken).ConfigureAwait(false)) };
    }

    /// <summary><c>SHA-512 1ea2...</c>.</summary>
    public override string ToString() => $"{Algorithm.Name!.Insert(3, "-")} {Hex}";
}
