using System.Runtime.InteropServices;
using Genie.Geocoding.Maps;

namespace Genie.Geocoding.Indexing;

/// <summary>Writes the record of a cell that borders run through.</summary>
internal sealed class RecordWriter(PartList parts, IndexSections sections)
{
    private readonly List<int> _parts = [];
    private readonly List<Lane> _lanes = [];
    private byte[] _record = new byte[1024];

    /// <summary>Writes it and returns its place in units of <see cref="RecordHeader.UnitBytes"/>.</summary>
    /// <param name="corner">The parts around the cell's south-western corner.</param>
    /// <param name="edges">The edges of the root cell.</param>
    /// <param name="touching">Those of them that touch the cell.</param>
    /// <param name="west">The cell's western side in degrees.</param>
    /// <param name="south">Its southern side.</param>
    /// <param name="degrees">Its size.</param>
    public uint Write(PartSet corner, CellEdges edges, ReadOnlySpan<int> touching, double west, double south, double degrees)
    {
        var place = sections.Records.Length / RecordHeader.UnitBytes;
        if (place >= BlockWriter.IsRecord || sections.References.Length / sizeof(uint) >= Lane.NoReference)
            throw new MapFormatException("The map has too many borders for one index. Cut it into several layers or simplify it.");
        _parts.Clear();
        _parts.AddRange(corner.Parts);
        foreach (var edge in touching) _parts.AddRange(edges.PartsOf(edge));
        _parts.Sort();
        var distinct = _parts.Distinct().ToArray();
        for (var from = 0; from < distinct.Length; from += RecordHeader.MaxParts)
        {
            var local = distinct.AsSpan(from, Math.Min(RecordHeader.MaxParts, distinct.Length - from));
            TakeLanes(edges, touching, local, west, south, degrees);
            WriteOne(BitsOf(corner.Parts, local), local, from + RecordHeader.MaxParts < distinct.Length);
        }

        return (uint)place;
    }

    private void TakeLanes(CellEdges edges, ReadOnlySpan<int> touching, ReadOnlySpan<int> local, double west, double south, double degrees)
    {
        _lanes.Clear();
        foreach (var edge in touching)
        {
            var bits = BitsOf(edges.PartsOf(edge), local);
            if (bits != 0) Lane.Add(_lanes, edges[edge], edges.NumberOf(edge), bits, west, south, degrees);
        }

        if (_lanes.Count > ushort.MaxValue * LaneGroup.Lanes)
            throw new MapFormatException($"More than {ushort.MaxValue * LaneGroup.Lanes:N0} border pieces within {degrees:0.###} degrees of ({west}, {south}). Simplify the map.");
    }

    private void WriteOne(ushort corner, ReadOnlySpan<int> local, bool continues)
    {
        var groups = (_lanes.Count + LaneGroup.Lanes - 1) / LaneGroup.Lanes;
        var headerSize = RecordHeader.SizeWith(local.Length);
        var size = headerSize + (groups * LaneGroup.Size);
        if (_record.Length < size) _record = new byte[2 * size];
        var bytes = _record.AsSpan(0, size);
        bytes.Clear();
        MemoryMarshal.Write(bytes, new RecordHeader
        {
            Corner = corner,
            Groups = (ushort)groups,
            Parts = (ushort)local.Length,
            Continues = continues ? (ushort)1 : (ushort)0,
            FirstReference = (uint)(sections.References.Length / sizeof(uint)),
        });
        var areas = MemoryMarshal.Cast<byte, uint>(bytes[RecordHeader.Size..headerSize]);
        for (var i = 0; i < local.Length; i++) areas[i] = (uint)parts.AreaOf(local[i]) + 1;
        WriteLanes(MemoryMarshal.Cast<byte, LaneGroup>(bytes[headerSize..]));
        sections.Records.Append(bytes);
    }

    private unsafe void WriteLanes(Span<LaneGroup> groups)
    {
        for (var i = 0; i < groups.Length * LaneGroup.Lanes; i++)
        {
            var isLane = i < _lanes.Count;
            var lane = isLane ? _lanes[i] : new Lane(0, 0, 1, 2, 2, Lane.NoReference, 0);
            ref var group = ref groups[i / LaneGroup.Lanes];
            var k = i % LaneGroup.Lanes;
            group.NormalEast[k] = Round(lane.NormalEast, short.MaxValue);
            group.NormalNorth[k] = Round(lane.NormalNorth, short.MaxValue);
            group.Constant[k] = Round(lane.Constant, LaneGroup.ConstantUnit);
            group.South[k] = Round(lane.South, LaneGroup.Unit);
            group.North[k] = Round(lane.North, LaneGroup.Unit);
            group.Parts[k] = lane.Parts;
            sections.References.Append(lane.Reference);
        }
    }

    private static short Round(double value, double unit) => (short)Math.Round(Math.Clamp(value * unit, -short.MaxValue, short.MaxValue));

    private static ushort BitsOf(ReadOnlySpan<int> parts, ReadOnlySpan<int> local)
    {
        var bits = 0;
        foreach (var part in parts)
        {
            var place = local.BinarySearch(part);
            if (place >= 0) bits |= 1 << place;
        }

        return (ushort)bits;
    }
}
