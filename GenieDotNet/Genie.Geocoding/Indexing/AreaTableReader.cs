using System.Buffers.Binary;
using System.Runtime.InteropServices;
using System.Text;

namespace Genie.Geocoding.Indexing;

/// <summary>Reads what <see cref="AreaTable"/> wrote, believing none of it: texts lie within their section, and every area's way up ends.</summary>
internal sealed class AreaTableReader(IndexMemory memory, IndexHeader header)
{
    private const int NoParent = -1;

    private readonly Dictionary<uint, string> _texts = [];

    /// <summary>The areas.</summary>
    /// <exception cref="IndexFormatException">They contradict one another.</exception>
    public IndexedArea[] Read()
    {
        var entries = new SectionBytes(memory, header, Section.Areas).AsSpan<AreaEntry>();
        var text = new SectionBytes(memory, header, Section.Text).AsSpan<byte>();
        var areas = new IndexedArea[entries.Length];
        for (var i = 0; i < entries.Length; i++)
        {
            var entry = entries[i];
            var area = new Area(Text(text, entry.Layer), Text(text, entry.Code), Text(text, entry.Name), Text(text, entry.ParentCode))
            {
                Properties = entry.Properties == AreaEntry.NoText ? null : Text(text, entry.Properties),
            };
            areas[i] = new IndexedArea(area, entry.Parent);
        }

        CheckParents(areas);
        return areas;
    }

    // Those with a geometry come first; of those around them, each comes before the ones within it.
    private void CheckParents(IndexedArea[] areas)
    {
        var shaped = 0;
        while (shaped < areas.Length && areas[shaped].Area.Layer == areas[0].Area.Layer) shaped++;
        for (var i = 0; i < areas.Length; i++)
        {
            var parent = areas[i].Parent;
            if (parent != NoParent && (parent < shaped || parent >= (i < shaped ? areas.Length : i))) throw memory.Damaged("its areas contradict one another");
        }
    }

    private string Text(ReadOnlySpan<byte> section, uint place)
    {
        ref var text = ref CollectionsMarshal.GetValueRefOrAddDefault(_texts, place, out var isKnown);
        if (isKnown) return text!;
        if ((long)place + sizeof(int) > section.Length) throw memory.Damaged("its names lie outside");
        var bytes = section[((int)place + sizeof(int))..];
        var length = BinaryPrimitives.ReadInt32LittleEndian(section[(int)place..]);
        if (length < 0 || length > bytes.Length) throw memory.Damaged("its names lie outside");
        return text = Encoding.UTF8.GetString(bytes[..length]);
    }
}
