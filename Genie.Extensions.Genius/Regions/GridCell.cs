namespace Genie.Extensions.Genius.Regions;

/// <summary>
/// A cell of the geohash grid, to a bit: halves of the Earth east and west, of those north and south, and so on (Morton, 1966; Niemeyer's geohash
/// writes five of the bits as a character). Bits count from the coarsest.
/// </summary>
/// <param name="Prefix">The bits.</param>
/// <param name="Bits">How many, 0 (the Earth) to <see cref="BitsMax"/>.</param>
internal readonly record struct GridCell(ulong Prefix, int Bits)
{
    /// <summary>The finest cells: 3.7 by 1.9 cm, twelve characters.</summary>
    public const int BitsMax = 60;

    private const int AxisBits = BitsMax / 2;
    private const double LongitudeStep = 360.0 / (1 << AxisBits);
    private const double LatitudeStep = 180.0 / (1 << AxisBits);

    /// <summary>Where it lies.</summary>
    public GeoBox Bounds
    {
        get
        {
            var (south, north, west, east) = (-90.0, 90.0, -180.0, 180.0);
            for (var bit = 0; bit < Bits; bit++)
            {
                var isUpper = ((Prefix >> (Bits - 1 - bit)) & 1) == 1;
                if (bit % 2 == 0) (west, east) = isUpper ? ((west + east) / 2, east) : (west, (west + east) / 2);
                else (south, north) = isUpper ? ((south + north) / 2, north) : (south, (south + north) / 2);
            }

            return new GeoBox(south, north, west, east);
        }
    }

    /// <summary>The finest cell's bits at a place.</summary>
    /// <param name="latitude">-90 to less than 90.</param>
    /// <param name="longitude">-180 to less than 180.</param>
    public static ulong CodeAt(double latitude, double longitude) =>
        (Spread(Index(longitude, -180, LongitudeStep)) << 1) | Spread(Index(latitude, -90, LatitudeStep));

    /// <summary>The cell of a column and a row on a level with as many columns as rows.</summary>
    public static GridCell Of(uint column, uint row, int level) => new((Spread(column) << 1) | Spread(row), 2 * level);

    /// <summary>True if the finest cell lies in this one.</summary>
    public bool Contains(ulong code) => code >> (BitsMax - Bits) == Prefix;

    private static uint Index(double value, double origin, double step)
    {
        var index = Math.Clamp((long)((value - origin) / step), 0, (1L << AxisBits) - 1);

        // The subtraction may have rounded up to a border; borders themselves are exact.
        if (index > 0 && value < origin + (index * step)) index--;
        return (uint)index;
    }

    private static ulong Spread(uint value)
    {
        ulong bits = value;
        bits = (bits | (bits << 16)) & 0x0000FFFF0000FFFF;
        bits = (bits | (bits << 8)) & 0x00FF00FF00FF00FF;
        bits = (bits | (bits << 4)) & 0x0F0F0F0F0F0F0F0F;
        bits = (bits | (bits << 2)) & 0x3333333333333333;
        return (bits | (bits << 1)) & 0x5555555555555555;
    }
}
