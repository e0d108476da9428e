using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics.X86;

namespace Genie.Geocoding.Indexing;

public sealed unsafe partial class LayerIndex
{
    // Enough look-ups on their way to hide one another's cache misses, few enough that their notes stay in the nearest cache.
    private const int Wave = 16;

    private const int NoCell = -1;

    /// <summary>
    /// Finds many points' areas: all cells of a wave are asked for before the first is read, then all records, so that the
    /// memory answers side by side.
    /// </summary>
    /// <param name="points">Any points; those that are no place become -1.</param>
    /// <param name="areas">The areas' numbers, or -1.</param>
    [SkipLocalsInit]
    internal void Find(ReadOnlySpan<GeoPoint> points, Span<int> areas)
    {
        var notes = stackalloc Note[Wave];
        for (var from = 0; from < points.Length; from += Wave)
        {
            var count = Math.Min(Wave, points.Length - from);
            for (var i = 0; i < count; i++) notes[i] = Begin(points[from + i]);
            for (var i = 0; i < count; i++) ReadCell(ref notes[i]);
            for (var i = 0; i < count; i++)
            {
                ref var note = ref notes[i];
                var entry = note.Entry;
                if ((entry & BlockWriter.IsRecord) != 0) entry = FindInRecord(entry & ~BlockWriter.IsRecord, note.U, note.V, note.Latitude, note.Longitude);
                areas[from + i] = AreaOf(entry);
            }
        }

        GC.KeepAlive(this);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private Note Begin(GeoPoint point)
    {
        Unsafe.SkipInit(out Note note);
        note.Cell = NoCell;
        note.Entry = 0;
        if (!Coordinates.TryNormalise(point, out note.Latitude, out note.Longitude)) return note;
        var x = Math.Min((note.Longitude + 180) * RootsPerDegree, Grid.RootColumns - 1e-13);
        var y = Math.Min((note.Latitude + 90) * RootsPerDegree, Grid.RootRows - 1e-13);
        var (rootColumn, rootRow) = ((int)x, (int)y);
        note.Entry = _root[(rootRow * Grid.RootColumns) + rootColumn];
        if ((note.Entry & BlockWriter.IsBlock) == 0) return note;
        var depth = (int)(note.Entry >> BlockWriter.DepthShift) & 15;
        double cells = 1 << depth;
        var (u, v) = ((x - rootColumn) * cells, (y - rootRow) * cells);
        var (column, row) = ((int)u, (int)v);
        (note.U, note.V) = (u - column, v - row);
        note.Cell = (row << depth) + column;
        Prefetch(_cells.Hint(sizeof(uint) * ((long)(note.Entry & ((1u << BlockWriter.DepthShift) - 1)) + note.Cell)));
        return note;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void ReadCell(ref Note note)
    {
        if (note.Cell == NoCell) return;
        note.Entry = CellAt(note.Entry, note.Cell);
        if ((note.Entry & BlockWriter.IsRecord) == 0) return;
        var record = _records.Hint((long)(note.Entry & ~BlockWriter.IsRecord) * RecordHeader.UnitBytes);
        Prefetch(record);
        Prefetch(record + 64);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Prefetch(void* address)
    {
        if (Sse.IsSupported) Sse.Prefetch0(address);
    }

    private struct Note
    {
        public double Latitude, Longitude, U, V;
        public int Cell;
        public uint Entry;
    }
}
