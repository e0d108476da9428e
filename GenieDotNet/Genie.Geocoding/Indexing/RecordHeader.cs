using System.Runtime.InteropServices;

namespace Genie.Geocoding.Indexing;

/// <summary>
/// A cell with borders: this header, one number for each of its parts (area + 1), padded to 32 bytes together, then groups of
/// lanes. Up to five parts and eight lanes make 128 bytes, two cache lines.
/// </summary>
[StructLayout(LayoutKind.Sequential)]
internal struct RecordHeader
{
    /// <summary>Parts one record can have; a cell with more has several records in a row.</summary>
    public const int MaxParts = 16;

    /// <summary>The parts that the cell's south-western corner lies in, one bit each.</summary>
    public ushort Corner;

    /// <summary>How many groups of lanes.</summary>
    public ushort Groups;

    /// <summary>How many parts.</summary>
    public ushort Parts;

    /// <summary>1 if another record of the same cell follows, asked if this one finds nothing.</summary>
    public ushort Continues;

    /// <summary>Where the numbers of the lanes' exact edges begin.</summary>
    public uint FirstReference;

    /// <summary>The granularity of a record's place and size, in bytes.</summary>
    public const int UnitBytes = 32;

    /// <summary>Bytes before the parts.</summary>
    public const int Size = 12;

    /// <summary>Bytes of header and parts.</summary>
    public static int SizeWith(int parts) => (Size + (4 * parts) + UnitBytes - 1) & -UnitBytes;
}
