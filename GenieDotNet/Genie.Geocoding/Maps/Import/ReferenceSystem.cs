using System.Globalization;
using System.Text;
using System.Text.Json;
using System.Text.RegularExpressions;

namespace Genie.Geocoding.Maps.Import;

/// <summary>Refuses files whose coordinates are not degrees of WGS 84, wherever in the file that stands.</summary>
internal static partial class ReferenceSystem
{

    /// <summary>Checks the <c>crs</c> of GeoJSON of before RFC 7946, or of TopoJSON: a name or a link.</summary>
    /// <exception cref="MapFormatException">It is another system.</exception>
    public static void Check(ReadOnlySpan<byte> crs)
    {
        var text = Encoding.UTF8.GetString(crs);
        if (text != "null") Check(text);
    }

    /// <summary>Checks a name, <c>EPSG:4326</c> or longer.</summary>
    /// <exception cref="MapFormatException">It is another system's.</exception>
    public static void Check(string name)
    {
        if (!Degrees().IsMatch(name)) throw Other(name);
    }

    /// <summary>Checks the number that extended well-known binary and text have; 0 or less is none.</summary>
    /// <exception cref="MapFormatException">It is another system's.</exception>
    public static void Check(int number)
    {
        if (number > 0) Check("EPSG:" + number.ToString(CultureInfo.InvariantCulture));
    }

    /// <summary>Checks the value that the reader stands on, and leaves it at its end.</summary>
    /// <exception cref="MapFormatException">It is another system.</exception>
    public static void Check(ref Utf8JsonReader reader) => Check(Encoding.UTF8.GetBytes(JsonElement.ParseValue(ref reader).GetRawText()));

    /// <summary>Checks the <c>crs</c> of a column of GeoParquet: PROJJSON, whose <c>id</c> names the system; none is WGS 84.</summary>
    /// <exception cref="MapFormatException">It is another system, or one without a name.</exception>
    public static void CheckProjJson(JsonElement crs)
    {
        if (crs.ValueKind == JsonValueKind.Undefined) return;
        var id = crs.ValueKind == JsonValueKind.Object && crs.TryGetProperty("id", out var named) && named.ValueKind == JsonValueKind.Object && named.TryGetProperty("code", out var code) ? code.ToString() : null;
        if (id is null || !Degrees().IsMatch(id))
            throw Other(id ?? (crs.ValueKind == JsonValueKind.Object && crs.TryGetProperty("name", out var name) ? name.ToString() : crs.ValueKind == JsonValueKind.Null ? "a system that the file does not know (crs: null)" : "a system without a name"));
    }

    // NAD 83 is within two metres of WGS 84.
    [GeneratedRegex("(?<![0-9A-Za-z])(CRS8[34]h?|4326|4269|4979)(?![0-9A-Za-z])")]
    private static partial Regex Degrees();

    private static MapFormatException Other(string system) =>
        new($"The file's coordinates are not degrees of WGS 84 but {system}. Convert it first: ogr2ogr -t_srs EPSG:4326 OUT.geojson FILE.");
}
