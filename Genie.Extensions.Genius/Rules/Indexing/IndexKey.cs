using System.Numerics;
using Genie.Extensions.Genius.Regions;

namespace Genie.Extensions.Genius.Rules.Indexing;

/// <summary>
/// What a rule is filed under: a place (an area, a grid cell), an hour of the week, an event's key, an operand or nothing, each with a kind of event or without. In 64 bits:
/// three for which, 20 for the kind, 41 for the number.
/// </summary>
internal static class IndexKey
{
    /// <summary>The greatest number of a kind that fits; rules of later ones are filed without it.</summary>
    public const int KindMax = (1 << KindBits) - 1;

    /// <summary>The key without place, hour and kind, under which no table files anything.</summary>
    public const ulong None = 0;

    private const int KindBits = 20;
    private const int NumberBits = 2 * CellCover.LevelMax + 1;
    private const ulong AreaTag = 1UL << (NumberBits + KindBits);
    private const ulong CellTag = 2UL << (NumberBits + KindBits);
    private const ulong HourTag = 3UL << (NumberBits + KindBits);
    private const ulong EventKeyTag = 4UL << (NumberBits + KindBits);
    private const ulong OperandTag = 5UL << (NumberBits + KindBits);

    public static ulong OfEventKey(int key) => EventKeyTag | (uint)key;

    /// <summary>The key of an operand's presence, or of a text of it.</summary>
    public static ulong OfOperand(int number) => OperandTag | (uint)number;

    public static ulong OfArea(int area) => AreaTag | (uint)area;

    /// <summary>A cell's key; of one that is finer than covers are, the coarser one's that holds it.</summary>
    public static ulong OfCell(GridCell cell)
    {
        var bits = Math.Min(cell.Bits, 2 * CellCover.LevelMax);
        return CellTag | (1UL << bits) | (cell.Prefix >> (cell.Bits - bits));
    }

    public static ulong OfHour(int zone, int hourOfWeek) => HourTag | ((ulong)(uint)zone << 8) | (uint)hourOfWeek;

    public static ulong WithKind(ulong key, int kind) => key | ((ulong)(uint)kind << NumberBits);

    /// <summary>How many bits a cell's key has; -1 for other keys.</summary>
    public static int BitsOf(ulong key)
    {
        if ((key & (7UL << (NumberBits + KindBits))) != CellTag) return -1;
        return 63 - BitOperations.LeadingZeroCount(key & ((1UL << NumberBits) - 1));
    }

    /// <summary>True if a kind is part of the key.</summary>
    public static bool HasKind(ulong key) => ((key >> NumberBits) & KindMax) != 0;

    /// <summary>True if it is an event's key.</summary>
    public static bool IsEventKey(ulong key) => (key & (7UL << (NumberBits + KindBits))) == EventKeyTag;

    /// <summary>True if it is an operand's.</summary>
    public static bool IsOperand(ulong key) => (key & (7UL << (NumberBits + KindBits))) == OperandTag;

    /// <summary>The zone of an hour's key; -1 for other keys.</summary>
    public static int ZoneOf(ulong key) =>
        (key & (7UL << (NumberBits + KindBits))) == HourTag ? (int)((key & ((1UL << NumberBits) - 1)) >> 8) : -1;
}
