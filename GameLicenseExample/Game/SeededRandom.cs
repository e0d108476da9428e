using Genie.Workload;

namespace GameLicenseExample.Game;

/// <summary>The same numbers from the same seed, for tests and demonstrations. Whoever knows the seed knows every play.</summary>
/// <param name="seed">Any number.</param>
public sealed class SeededRandom(ulong seed) : IGameRandom
{
    private SplitMix64 _random = new(seed);

    /// <inheritdoc/>
    public int Next(int count) => _random.Next(count);
}
