using System.Collections.Concurrent;
using System.Data.Common;

namespace Genie.Geocoding;

/// <summary>The areas by their numbers in a database. A number never means another area, so what was read stays right.</summary>
internal sealed class AreaCatalog
{
    /// <summary>The columns that <see cref="ReadRow"/> reads, in their order.</summary>
    public const string Columns = "id, layer, code, name, parent_code, parent";

    // Behind them, where the database has any.
    private const int PropertiesColumn = 6;

    private readonly ConcurrentDictionary<long, KnownArea> _areas = new();

    /// <summary>The area of a number, if it was read.</summary>
    public bool TryGet(long id, out KnownArea area) => _areas.TryGetValue(id, out area!);

    /// <summary>The row on which a reader of <see cref="Columns"/> stands.</summary>
    public static void ReadRow(DbDataReader reader, Dictionary<long, (Area Area, long? Parent)> rows) => rows.Add(
        reader.GetInt64(0),
        (new Area(reader.GetString(1), reader.GetString(2), reader.GetString(3), reader.GetString(4)) { Properties = reader.FieldCount > PropertiesColumn && !reader.IsDBNull(PropertiesColumn) ? reader.GetString(PropertiesColumn) : null }, reader.IsDBNull(5) ? null : reader.GetInt64(5)));

    /// <summary>Adds all areas that are new.</summary>
    /// <param name="rows">Areas by number, each with the number of the one around it; that one is among the rows.</param>
    public void Add(IReadOnlyDictionary<long, (Area Area, long? Parent)> rows)
    {
        foreach (var (id, row) in rows)
        {
            var answer = new PlaceAnswer(LookupStatus.Found);
            for ((Area Area, long? Parent)? next = row; next is { } around; next = around.Parent is { } parent ? rows[parent] : null) answer = AnswerParts.Add(answer, around.Area);
            _areas.TryAdd(id, new KnownArea(row.Area, Rank(row.Area.Layer), answer));
        }
    }

    /// <summary>One answer of all areas found at a point: the narrower layer first, of one layer the smallest code.</summary>
    public static PlaceAnswer Combine(List<KnownArea> found)
    {
        if (found.Count == 0) return new PlaceAnswer(LookupStatus.Nowhere);
        found.Sort(static (a, b) => a.Rank != b.Rank ? a.Rank.CompareTo(b.Rank) : string.CompareOrdinal(a.Area.Code, b.Area.Code));
        var answer = found[0].Answer;
        for (var i = 1; i < found.Count; i++) answer = AnswerParts.Join(answer, found[i].Answer);
        return answer;
    }

    private static int Rank(string layer) => layer switch { "county" => 0, "state" => 1, "country" => 2, _ => 3 };

    /// <summary>An area with the answer that it alone makes.</summary>
    internal sealed record KnownArea(Area Area, int Rank, PlaceAnswer Answer);
}
