namespace Genie.Geocoding.Maps.Import;

/// <summary>Which fields are an area's code, its name and its parent's code.</summary>
internal sealed class FieldChoice(MapImportOptions options)
{
    private static readonly string[] UsualKeys = ["code", "geoid", "id"];

    private IReadOnlyList<string> _firstNames = [];

    /// <summary>A row's code, or null where it has none.</summary>
    public string? CodeOf(FeatureFields fields)
    {
        if (_firstNames.Count == 0) _firstNames = [.. fields.Names];
        return options.KeyField is { } key ? fields.Find(key) : UsualKeys.Select(fields.Find).FirstOrDefault(code => code is not null);
    }

    /// <summary>A row's name.</summary>
    public string NameOf(FeatureFields fields, string code) => fields.Find(options.NameField ?? "name") ?? code;

    /// <summary>The code of the area around it, or nothing.</summary>
    public string ParentOf(FeatureFields fields) => fields.Find(options.ParentField ?? "parentCode") ?? "";

    /// <summary>Why no row has a code.</summary>
    public string ExplainNoCode() =>
        $"no row has a field {(options.KeyField is { } key ? $"'{key}'" : "that is a code")}. The first has: {string.Join(", ", _firstNames)}. Name the field with the code: --key FIELD";
}
