using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.Arm;
using System.Runtime.Intrinsics.X86;

namespace Genie.Geocoding.Indexing;

public sealed unsafe partial class LayerIndex
{
    private const double RootsPerDegree = 1 / Grid.RootDegrees;

    /// <summary>The number of the area at a point, or -1.</summary>
    /// <param name="latitude">-90 to less than 90.</param>
    /// <param name="longitude">-180 to less than 180.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal int Find(double latitude, double longitude)
    {
        // Rounding may put the last double before the far side on it.
        var x = Math.Min((longitude + 180) * RootsPerDegree, Grid.RootColumns - 1e-13);
        var y = Math.Min((latitude + 90) * RootsPerDegree, Grid.RootRows - 1e-13);
        var (rootColumn, rootRow) = ((int)x, (int)y);
        var entry = _root[(rootRow * Grid.RootColumns) + rootColumn];
        if ((entry & BlockWriter.IsBlock) != 0)
        {
            var depth = (int)(entry >> BlockWriter.DepthShift) & 15;
            double count = 1 << depth;
            var (u, v) = ((x - rootColumn) * count, (y - rootRow) * count);
            var (column, row) = ((int)u, (int)v);
            entry = CellAt(entry, (row << depth) + column);
            if ((entry & BlockWriter.IsRecord) != 0) entry = FindInRecord(entry & ~BlockWriter.IsRecord, u - column, v - row, latitude, longitude);
        }

        // The memory is given back when nobody refers to this object any more; until here somebody does.
        GC.KeepAlive(this);
        return AreaOf(entry);
    }

    // A cell of the block that a root cell's entry leads to.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private uint CellAt(uint block, int cell) => *(uint*)_cells.At(sizeof(uint) * ((long)(block & ((1u << BlockWriter.DepthShift) - 1)) + cell), sizeof(uint));

    // A record at its place, checked up to its end.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private RecordHeader* RecordAt(long place, out long end)
    {
        var header = (RecordHeader*)_records.At(place, RecordHeader.UnitBytes);
        var size = RecordHeader.SizeWith(header->Parts) + (header->Groups * LaneGroup.Size);
        end = place + size;
        return (RecordHeader*)_records.Across(place, size);
    }

    // The area + 1 of the smallest of a record's parts.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private uint AreaOfParts(RecordHeader* header, uint parts)
    {
        var part = BitOperations.TrailingZeroCount(parts);
        if (part >= header->Parts) ThrowOutside();
        return ((uint*)((byte*)header + RecordHeader.Size))[part];
    }

    private uint FindInRecord(uint number, double u, double v, double latitude, double longitude)
    {
        var place = (long)number * RecordHeader.UnitBytes;
        var x = Vector128.Create((short)((u * (2 * LaneGroup.Unit)) - LaneGroup.Unit));
        var y = Vector128.Create((short)((v * (2 * LaneGroup.Unit)) - LaneGroup.Unit));
        while (true)
        {
            var header = RecordAt(place, out place);
            var lanes = (LaneGroup*)((byte*)header + RecordHeader.SizeWith(header->Parts));
            var end = lanes + header->Groups;
            var toggled = Vector128<ushort>.Zero;
            var unsure = Vector128<short>.Zero;
            for (; lanes < end; lanes++) Cross(lanes, x, y, ref toggled, ref unsure);
            if (unsure != Vector128<short>.Zero) return FindExactly(latitude, longitude);
            var both = toggled.AsUInt64().GetElement(0) ^ toggled.AsUInt64().GetElement(1);
            both ^= both >> 32;
            var parts = (uint)(ushort)(both ^ (both >> 16)) ^ header->Corner;
            if (parts != 0) return AreaOfParts(header, parts);
            if (header->Continues == 0) return 0;
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Cross(LaneGroup* lanes, Vector128<short> x, Vector128<short> y, ref Vector128<ushort> toggled, ref Vector128<short> unsure)
    {
        var distance = Vector128.AddSaturate(
            Scale(Vector128.Load(lanes->NormalEast), x) + Scale(Vector128.Load(lanes->NormalNorth), y),
            Vector128.Load(lanes->Constant));
        var fromSouth = Vector128.SubtractSaturate(y, Vector128.Load(lanes->South));
        var toNorth = Vector128.SubtractSaturate(Vector128.Load(lanes->North), y);
        var spans = Vector128.GreaterThanOrEqual(fromSouth, Vector128<short>.Zero) & Vector128.GreaterThan(toNorth, Vector128<short>.Zero);
        var crosses = spans & Vector128.GreaterThan(distance, Vector128<short>.Zero);
        toggled ^= crosses.AsUInt16() & Vector128.Load(lanes->Parts);
        unsure |= (spans & IsNear(distance, LaneGroup.LineTolerance)) | IsNear(fromSouth, LaneGroup.EndTolerance) | IsNear(toNorth, LaneGroup.EndTolerance);
    }

    // In one comparison: moved up by the tolerance, what is near becomes an unsigned number up to twice the tolerance.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<short> IsNear(Vector128<short> value, short tolerance) =>
        Vector128.LessThanOrEqual((value + Vector128.Create(tolerance)).AsUInt16(), Vector128.Create((ushort)(2 * tolerance))).AsInt16();

    // The product of two Q15 numbers, rounded.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<short> Scale(Vector128<short> a, Vector128<short> b)
    {
        if (Ssse3.IsSupported) return Ssse3.MultiplyHighRoundScale(a, b);
        if (AdvSimd.IsSupported) return AdvSimd.MultiplyRoundedDoublingSaturateHigh(a, b);
        var (lowA, highA) = Vector128.Widen(a);
        var (lowB, highB) = Vector128.Widen(b);
        var half = Vector128.Create(1 << 14);
        return Vector128.Narrow(((lowA * lowB) + half) >> 15, ((highA * highB) + half) >> 15);
    }
}
