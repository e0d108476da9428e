using System.Globalization;

namespace Genie.Extensions.Genius.Keys;

/// <summary>There are more keys than may be kept in memory, so that no question is answered any more.</summary>
/// <param name="keysMax">How many may be kept.</param>
public sealed class TooManyKeysException(int keysMax)
    : Exception(string.Create(CultureInfo.InvariantCulture, $"There are more than {keysMax:N0} keys, so that their places are not kept in memory. Allow more, for some 400 bytes each (KeysMax)."))
{
    /// <summary>How many may be kept.</summary>
    public int KeysMax { get; } = keysMax;
}
