using System.Runtime.InteropServices;

namespace Genie.Geocoding.Indexing;

/// <summary>
/// Eight edges of a cell, rounded to 16 bits, side by side: one vector instruction treats all eight. The cell's middle is 0,
/// its edges are at +-<see cref="Unit"/>. Whatever is nearer than the rounding is answered by the exact edges instead.
/// </summary>
[StructLayout(LayoutKind.Sequential)]
internal unsafe struct LaneGroup
{
    /// <summary>Lanes in a group.</summary>
    public const int Lanes = 8;

    /// <summary>Bytes of a group.</summary>
    public const int Size = 6 * 2 * Lanes;

    /// <summary>Half a cell. Less than 32,767, so that ends beyond the cell lie beyond all points.</summary>
    public const int Unit = 32000;

    /// <summary>What a line's constant is multiplied with, so that it adds to products of Q15 with places.</summary>
    public const double ConstantUnit = 32767.0 * Unit / 32768;

    /// <summary>
    /// A point whose distance from a line comes out up to this is left to the exact test. The three numbers of a line are off
    /// by half a unit each, the point by one, the two products by half each: 3.5 together.
    /// </summary>
    public const short LineTolerance = 4;

    /// <summary>The same for the latitude of an edge's end: half a unit and one.</summary>
    public const short EndTolerance = 2;

    /// <summary>East part of the line's normal, in Q15; both parts together are 1.</summary>
    public fixed short NormalEast[Lanes];

    /// <summary>North part of the line's normal.</summary>
    public fixed short NormalNorth[Lanes];

    /// <summary>The line's constant: normal * place + constant is positive east of the edge.</summary>
    public fixed short Constant[Lanes];

    /// <summary>The latitude where the edge begins.</summary>
    public fixed short South[Lanes];

    /// <summary>The latitude where it ends.</summary>
    public fixed short North[Lanes];

    /// <summary>The parts that the edge bounds, one bit each.</summary>
    public fixed ushort Parts[Lanes];
}
