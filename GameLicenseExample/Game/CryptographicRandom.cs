using System.Security.Cryptography;

namespace GameLicenseExample.Game;

/// <summary>Numbers that nobody can foresee.</summary>
public sealed class CryptographicRandom : IGameRandom
{
    /// <inheritdoc/>
    public int Next(int count) => RandomNumberGenerator.GetInt32(count);
}
