using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Nodes;

namespace Genie.Geocoding.Maps.Import;

/// <summary>Which fields are an area's code, its name and its parent's code.</summary>
internal sealed class FieldChoice(MapImportOptions options)
{
    // For databases and programs, not for a page: names stay as people write them.
    private static readonly JsonSerializerOptions Readable = new() { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

    private const string UsualName = "name";
    private const string UsualParent = "parentCode";
    private static readonly string[] UsualKeys = ["code", "geoid", "id"];

    /// <summary>The fields that are looked for where the options name none.</summary>
    public static IEnumerable<string> UsualNames => [.. UsualKeys, UsualName, UsualParent];

    private readonly HashSet<string> _unfound = [.. new[] { options.NameField, options.ParentField }.OfType<string>().Concat(options.KeepFields).Where(name => name != MapImportOptions.AllFields)];

    /// <summary>The names of the first row's fields.</summary>
    public IReadOnlyList<string> FirstNames { get; private set; } = [];

    /// <summary>The fields that the options name and that no row had a value of.</summary>
    public IEnumerable<string> Unfound => _unfound;

    /// <summary>A row's code, name and parent's code; null where it has no code.</summary>
    public AreaNames? Read(FeatureFields fields)
    {
        if (FirstNames.Count == 0) FirstNames = [.. fields.Names];
        if (_unfound.Count > 0) _unfound.RemoveWhere(name => fields.Find(name) is not null);
        var code = options.KeyField is { } key ? fields.Find(key) : UsualKeys.Select(fields.Find).FirstOrDefault(found => found is not null);
        if (code is null) return null;
        return new AreaNames(code, fields.Find(options.NameField ?? UsualName) ?? code, fields.Find(options.ParentField ?? UsualParent) ?? "") { Properties = ReadProperties(fields) };
    }

    private string? ReadProperties(FeatureFields fields)
    {
        if (options.KeepFields.Count == 0) return null;
        var kept = new JsonObject();
        foreach (var name in options.KeepFields.Contains(MapImportOptions.AllFields) ? fields.Names : options.KeepFields)
        {
            if (fields.Find(name) is { } value) kept[name] = value;
        }

        return kept.ToJsonString(Readable);
    }

    /// <summary>Why no row has a code.</summary>
    public string ExplainNoCode() =>
        $"no row has a field {(options.KeyField is { } key ? $"'{key}'" : "that is a code")}. The first has: {string.Join(", ", FirstNames)}. Name the field with the code: --key FIELD";
}
