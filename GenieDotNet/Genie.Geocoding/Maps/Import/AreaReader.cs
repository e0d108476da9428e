namespace Genie.Geocoding.Maps.Import;

/// <summary>Makes areas of rows: finds their names, checks their polygons, and notes what was repaired or left out.</summary>
internal sealed class AreaReader(MapImportOptions options, MapImportReport report)
{
    private readonly FieldChoice _fields = new(options);
    private bool _hasCode;
    private bool _hasFields;

    /// <summary>A row's area, or null if it is left out.</summary>
    /// <exception cref="MapFormatException">It is left out, and that was to end the import.</exception>
    public MapArea? Read(MapFeature feature)
    {
        AreaNames? names;
        try
        {
            names = _fields.Read(feature.Fields);
        }
        catch (InvalidOperationException exception)
        {
            // Escapes in JSON can make text that is no Unicode.
            return Skip(feature, "", $"its fields cannot be read: {exception.Message}");
        }

        _hasFields |= feature.Fields != FeatureFields.None;
        _hasCode |= names is not null;
        if (names is null) return Skip(feature, "", feature.Problem ?? "it has no code");
        if (feature.Problem is { } problem) return Skip(feature, names.Code, problem);
        if (new[] { names.Code, names.Name, names.ParentCode, names.Properties ?? "" }.Any(text => text.Contains('\0', StringComparison.Ordinal))) return Skip(feature, names.Code, "it has the character U+0000, which no database takes");
        var cut = Antimeridian.Cut(PolygonCheck.FlushToZero(feature.Polygons));
        feature = feature with { Polygons = cut.Polygons };
        if (cut.IsCut && cut.Polygons.Count == 0) return Skip(feature, names.Code, "it crosses the antimeridian, and its shape is too broken to be cut there");
        if (PolygonCheck.FindObstacle(feature.Polygons) is { } obstacle) return Skip(feature, names.Code, obstacle);
        var loss = cut.Lost == 0 ? null : $"it crosses the antimeridian, and of {cut.Lost:N0} of its polygons the cut there leaves nothing";
        if (CheckValidity(feature, names.Code, loss) is not { } polygons) return null;
        if (cut.IsCut) report.CountCut();
        report.CountArea(polygons.Sum(polygon => polygon.Rings.Sum(ring => (long)ring.Length / 2)));
        return new MapArea(names.Code, names.Name, [], polygons) { ParentCode = names.ParentCode, Properties = names.Properties };
    }

    /// <summary>Ends an import that brought nothing.</summary>
    /// <exception cref="MapFormatException">No row was an area.</exception>
    public void ThrowIfNothing()
    {
        if (report.Areas > 0) return;
        if (!_hasCode && _hasFields) throw new MapFormatException($"Nothing was imported: {_fields.ExplainNoCode()}.");
        throw new MapFormatException(report.Skipped is [{ } first, ..]
            ? $"Nothing was imported. Of {report.SkippedCount:N0} rows none is an area; row {first.Row}: {first.Text}." : "Nothing was imported: the file has no rows.");
    }

    /// <summary>Tells fields that were asked for and that no row has.</summary>
    public void WarnOfUnknownFields()
    {
        foreach (var field in _fields.Unfound) report.Warn($"No row has a field '{field}', which was asked for. The first row has: {string.Join(", ", _fields.FirstNames)}.");
    }

    private IReadOnlyList<MapPolygon>? CheckValidity(MapFeature feature, string code, string? loss)
    {
        var found = PolygonCheck.FindFault(feature.Polygons, out var shape);
        if ((found ?? loss) is not { } fault) return feature.Polygons;
        if (found is not null && loss is not null) fault = $"{found}; {loss}";
        if (options.InvalidShapes != InvalidShapes.Repair)
        {
            Skip(feature, code, $"its shape is invalid: {fault}");
            return null;
        }

        var repaired = found is null ? feature.Polygons : PolygonCheck.Repair(shape);
        if (repaired.Count == 0)
        {
            Skip(feature, code, $"its shape is invalid, and a repair leaves nothing of it: {fault}");
            return null;
        }

        report.NoteRepair(new RowNote(feature.Row, code, fault));
        return repaired;
    }

    private MapArea? Skip(MapFeature feature, string code, string reason)
    {
        if (options.InvalidShapes == InvalidShapes.Refuse)
            throw new MapFormatException($"Row {feature.Row}{(code.Length > 0 ? $" ({code})" : "")}: {reason}. Nothing was imported.");
        report.NoteSkip(new RowNote(feature.Row, code, reason));
        if (report.SkippedCount > options.MaxSkipped)
            throw new MapFormatException($"Row {feature.Row}{(code.Length > 0 ? $" ({code})" : "")}: {reason}. That is more than the {options.MaxSkipped:N0} rows that may be left out. Nothing was imported.");
        return null;
    }
}
