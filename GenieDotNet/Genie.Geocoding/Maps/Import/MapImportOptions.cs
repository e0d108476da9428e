namespace Genie.Geocoding.Maps.Import;

/// <summary>What is imported, and where it goes.</summary>
public sealed record MapImportOptions
{
    /// <summary>The layers that an answer has a member for. Others are in <see cref="PlaceAnswer.Others"/>.</summary>
    public static IReadOnlyList<string> Layers => AnswerParts.Layers;

    /// <summary>True if this can name a layer or a source.</summary>
    public static bool IsName(string text) => MapName.IsValid(text);

    /// <summary>What <see cref="KeepFields"/> is to keep all fields.</summary>
    public const string AllFields = "*";

    /// <summary>The file; compressed with gzip or not.</summary>
    public required string File { get; init; }

    /// <summary>
    /// The layer that the file's areas become: <c>country</c>, <c>state</c>, <c>county</c>, <c>place</c>, <c>postal</c>, <c>timezone</c>, or a name of your
    /// own, of small letters, digits, - and _.
    /// </summary>
    public required string Layer { get; init; }

    /// <summary>
    /// The name of this file's areas within the layer, to replace and remove them apart from those of other files: <c>ken</c>. Small letters,
    /// digits, - and _. Null: the layer's areas without such a name.
    /// </summary>
    public string? Source { get; init; }

    /// <summary>The file's format. Default: by its name.</summary>
    public MapFileFormat Format { get; init; }

    /// <summary>The field with an area's code; dots lead into nested objects. Default: the first of <c>code</c>, <c>geoid</c>, <c>id</c> that there is.</summary>
    public string? KeyField { get; init; }

    /// <summary>The field with an area's name. Default: <c>name</c>; without one the code is the name.</summary>
    public string? NameField { get; init; }

    /// <summary>The field with the code of the area around it. Default: <c>parentCode</c>, if there is one.</summary>
    public string? ParentField { get; init; }

    /// <summary>The fields that become <see cref="Area.Properties"/>; <see cref="AllFields"/>: all that are texts or numbers. Default: none.</summary>
    public IReadOnlyList<string> KeepFields { get; init; } = [];

    /// <summary>More rows left out than this end the import, and the old layer stays. Null: any number.</summary>
    public long? MaxSkipped { get; init; }

    /// <summary>CSV and Parquet: the column with the geometry. Default: the first of <c>wkb</c>, <c>wkt</c>, <c>geom</c>, <c>geometry</c>, <c>shape</c>, <c>the_geom</c>.</summary>
    public string? GeometryField { get; init; }

    /// <summary>TopoJSON: the object; ogr2ogr: the layer within the file. Default: the only one, or the one named as <see cref="Layer"/>.</summary>
    public string? ObjectName { get; init; }

    /// <summary>What happens to invalid polygons.</summary>
    public InvalidShapes InvalidShapes { get; init; }

    /// <summary>The folder where the index goes, as <c>LAYER.index</c>; null: none is built. See <see cref="EmbeddedGeocoderOptions.MapFolder"/>.</summary>
    public string? MapFolder { get; init; }

    /// <summary>The database where the areas go (Npgsql's connection string); null: none.</summary>
    public string? ConnectionString { get; init; }

    /// <summary>Parquet: which rows, as a condition in DuckDB's SQL: <c>subtype = 'county' AND country = 'US'</c>. Default: all.</summary>
    public string? Where { get; init; }

    /// <summary>What reads Parquet, or null.</summary>
    internal IFeatureSource? Parquet { get; init; }

    /// <summary>Begins a further place for the areas, or null.</summary>
    internal Func<MapName, MapSink>? BeginSink { get; init; }

    /// <summary>GDAL's program.</summary>
    internal string OgrProgram { get; init; } = "ogr2ogr";

    /// <summary>What is imported; the compiler's own text would show the connection string, which may hold a password.</summary>
    public override string ToString() => $"{nameof(MapImportOptions)} {{ {nameof(File)} = {File}, {nameof(Layer)} = {Layer} }}";
}
