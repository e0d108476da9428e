using Genie.Geocoding;

namespace Genie.Extensions.Genius.Regions;

/// <summary>Names of grid cells (geohash, G. Niemeyer, 2008): five bits a character, longitude first.</summary>
public static class Geohash
{
    /// <summary>The longest name; a cell of 3.7 by 1.9 cm.</summary>
    public const int LengthMax = 12;

    private const int BitsPerCharacter = 5;
    private const string Alphabet = "0123456789bcdefghjkmnpqrstuvwxyz";

    /// <summary>The cell of a place.</summary>
    /// <param name="point">The place.</param>
    /// <param name="length">Characters, 1 to <see cref="LengthMax"/>.</param>
    /// <exception cref="InvalidRegionException">The coordinate is none.</exception>
    public static string Of(GeoPoint point, int length)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(length, 1);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(length, LengthMax);
        var position = Position.Of(point);
        if (!position.IsValid) throw new InvalidRegionException($"{point} is no place on Earth: latitudes go from -90 to 90.");
        return string.Create(length, position.Code, static (text, code) =>
        {
            for (var i = 0; i < text.Length; i++) text[i] = Alphabet[(int)(code >> (GridCell.BitsMax - ((i + 1) * BitsPerCharacter))) & 31];
        });
    }

    internal static GridCell Parse(string geohash)
    {
        if (geohash.Length is 0 or > LengthMax) throw new InvalidRegionException($"'{geohash}' is no geohash: one has 1 to {LengthMax} characters.");
        ulong prefix = 0;
        foreach (var character in geohash)
        {
            var digit = Alphabet.IndexOf(char.ToLowerInvariant(character), StringComparison.Ordinal);
            if (digit < 0) throw new InvalidRegionException($"'{geohash}' is no geohash: '{character}' is not among {Alphabet}.");
            prefix = (prefix << BitsPerCharacter) | (uint)digit;
        }

        return new GridCell(prefix, geohash.Length * BitsPerCharacter);
    }
}
