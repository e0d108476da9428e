using System.Numerics;

namespace Genie.Benchmarks.Measurement;

/// <summary>
/// The cells of a high dynamic range histogram of nanoseconds with three significant digits: below 2,048 ns one cell a
/// nanosecond, above that each doubling of the value shares 1,024 cells, so that no cell is wider than a thousandth of
/// its values (G. Tene, HdrHistogram: "sub-bucket" layout).
/// </summary>
internal static class HistogramLayout
{
    /// <summary>The largest value that has a cell of its own: 60 s. Larger ones are counted in the last cell.</summary>
    public const long MaxNanoseconds = 60_000_000_000;

    private const int SubCellBits = 11;
    private const int HalfCells = 1 << (SubCellBits - 1);

    /// <summary>Number of cells.</summary>
    public static readonly int Cells = IndexOf(MaxNanoseconds) + 1;

    /// <summary>The cell that counts <paramref name="nanoseconds"/>; values outside the range go to the first or last cell.</summary>
    public static int IndexOf(long nanoseconds)
    {
        var value = (ulong)Math.Clamp(nanoseconds, 0, MaxNanoseconds);

        // The values below 2,048 need no shift; or-ing the mask makes them all count as having eleven bits.
        var shift = 63 - SubCellBits + 1 - BitOperations.LeadingZeroCount(value | ((1UL << SubCellBits) - 1));
        return (shift * HalfCells) + (int)(value >> shift);
    }

    /// <summary>The smallest value counted in a cell.</summary>
    public static long LowestOf(int index)
    {
        var shift = ShiftOf(index);
        return (long)(index - (shift * HalfCells)) << shift;
    }

    /// <summary>The largest value counted in a cell.</summary>
    public static long HighestOf(int index) => LowestOf(index) + (1L << ShiftOf(index)) - 1;

    private static int ShiftOf(int index) => Math.Max(0, (index / HalfCells) - 1);
}
