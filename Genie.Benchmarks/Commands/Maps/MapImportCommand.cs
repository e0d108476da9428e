using System.CommandLine;
using System.CommandLine.Parsing;
using Genie.Geocoding.DuckDb;
using Genie.Geocoding.Maps;
using Genie.Geocoding.Maps.Import;

namespace Genie.Benchmarks.Commands.Maps;

/// <summary><c>genie map import FILE</c>: loads a layer into the embedded geocoder's folder and into databases.</summary>
internal sealed class MapImportCommand
{
    private const string BuiltIn = "built-in";

    private readonly Argument<string> _file = new("FILE") { Description = $"'{BuiltIn}': the maps that genie carries, into a database. Else a file: GeoJSON, GeoJSON text sequence, TopoJSON, CSV with WKB or WKT (each may be .gz); (Geo)Parquet through DuckDB; shapefile, GeoPackage and others through GDAL's ogr2ogr" };
    private readonly ParsedOption<string> _layer = MapPlaces.CreateLayerOption("What the areas are (required)");
    private readonly ParsedOption<string> _source = MapPlaces.CreateSourceOption("--as", "A name for this file's areas within the layer: they are replaced and removed apart from those of other files");
    private readonly Option<string?> _keep = new("--keep") { Description = "Fields to keep as the areas' properties, separated by commas; all: all texts and numbers", HelpName = "FIELD,FIELD" };
    private readonly Option<long?> _maxSkipped = new("--max-skipped") { Description = "End the import when more rows than this would be left out [default: any number may be]", HelpName = "N" };
    private readonly Option<string?> _key = Field("--key", "Field with an area's code [default: code, geoid or id]");
    private readonly Option<string?> _name = Field("--name", "Field with an area's name; a dot leads into nested objects [default: name]");
    private readonly Option<string?> _parent = Field("--parent", "Field with the code of the area around it [default: parentCode]");
    private readonly Option<string?> _geometry = Field("--geometry", "CSV and Parquet: column with the geometry [default: wkb, wkt, geom, geometry, shape or the_geom]");
    private readonly Option<string?> _object = Field("--object", "TopoJSON: the object; ogr2ogr: the layer within the file");
    private readonly Option<string?> _where = new("--where") { Description = "Parquet: which rows, as a condition in SQL: \"subtype = 'county'\"", HelpName = "SQL" };
    private readonly Option<string?> _duckDb = MapPlaces.CreateDuckDbOption("Also into this DuckDB file, made where it is missing");
    private readonly ParsedOption<MapFileFormat> _format = new("--format", "The file's format: auto, geojson, topojson, csv, parquet, ogr", "auto", ParseFormat) { HelpName = "NAME" };
    private readonly ParsedOption<InvalidShapes> _invalid = Options.OfName<InvalidShapes>("--invalid", "What to do with invalid shapes", "repair");
    private readonly Option<bool> _noIndex = new("--no-index") { Description = "Build no index; only into the database" };
    private readonly Option<bool> _quiet = new("--quiet") { Description = "No progress" };
    private readonly MapPlaces _places = new();

    private MapImportCommand()
    {
    }

    /// <summary>The command.</summary>
    public static Command Create()
    {
        var import = new MapImportCommand();
        var command = new Command("import", "Imports a layer; a failure leaves the old one in place.")
        {
            import._file, import._layer, import._key, import._name, import._parent, import._geometry, import._object, import._where, import._format, import._invalid, import._source, import._keep, import._maxSkipped,
            import._places.Folder, import._places.Database, import._duckDb, import._noIndex, import._quiet,
        };
        command.SetAction(import.RunAsync);
        return command;
    }

    private async Task<int> RunAsync(ParseResult parsed, CancellationToken cancellationToken)
    {
        if (parsed.GetValue(_maxSkipped) is < 0) throw new BadArgumentException("--max-skipped: 0 or more.");
        if (parsed.GetValue(_file) == BuiltIn) return await ImportBuiltInAsync(parsed, cancellationToken).ConfigureAwait(false);
        var options = ReadOptions(parsed);
        using var display = MapImportDisplay.Create(parsed.GetValue(_quiet), parsed.Streams());
        var console = parsed.InvocationConfiguration;
        MapImportReport report;
        try
        {
            report = await MapImporter.RunAsync(options, display, cancellationToken).ConfigureAwait(false);
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            display.Dispose();
            await console.Error.WriteLineAsync("Ended early: the layer is as it was before.").ConfigureAwait(false);
            throw;
        }

        display.Dispose();
        foreach (var warning in report.Warnings) await console.Error.WriteLineAsync(warning).ConfigureAwait(false);
        await ListAsync(console.Error, "repaired", report.RepairedCount, report.Repaired).ConfigureAwait(false);
        await ListAsync(console.Error, "left out", report.SkippedCount, report.Skipped).ConfigureAwait(false);
        await console.Output.WriteLineAsync(FormattableString.Invariant($"{options.Layer}: {report.Areas:N0} areas, {report.Vertices:N0} vertices, {report.RepairedCount:N0} repaired, {report.SkippedCount:N0} rows left out")).ConfigureAwait(false);
        if (report.CutCount > 0) await console.Output.WriteLineAsync(FormattableString.Invariant($"{report.CutCount:N0} areas cut at the antimeridian")).ConfigureAwait(false);
        if (report.IndexFile is { } index) await console.Output.WriteLineAsync($"index: {index}").ConfigureAwait(false);
        await console.Output.WriteLineAsync(options.ConnectionString is null ? $"PostGIS: none named (--database, {MapPlaces.DatabaseVariable})" : "PostGIS: replaced").ConfigureAwait(false);
        return ExitCode.Success;
    }

    private async Task<int> ImportBuiltInAsync(ParseResult parsed, CancellationToken cancellationToken)
    {
        var file = parsed.GetValue(_duckDb);
        var database = MapPlaces.Check(parsed.GetValue(_places.Database));
        if (file is null && database is null)
            throw new BadArgumentException($"Into which database? --database CONNECTION, {MapPlaces.DatabaseVariable}, or --duckdb FILE. (The embedded geocoder has these maps.)");
        if (parsed.CommandResult.Children.OfType<OptionResult>().FirstOrDefault(given => !given.Implicit && !IsOfBuiltIn(given.Option)) is { } other)
            throw new BadArgumentException($"{other.Option.Name} is for files; '{BuiltIn}' takes --layer, --database and --duckdb.");
        var layers = _layer.Read(parsed) is { } layer ? BuiltInMaps.LayerNames.Contains(layer) ? [layer] : throw new BadArgumentException($"--layer: genie carries no layer '{layer}' but {string.Join(", ", BuiltInMaps.LayerNames)}.") : MapImporter.UsualBuiltInLayers;
        if (file is not null) await TellAsync(parsed, await DuckDbSupport.ImportBuiltInAsync(file, layers, cancellationToken).ConfigureAwait(false)).ConfigureAwait(false);
        if (database is not null) await TellAsync(parsed, await MapImporter.ImportBuiltInAsync(database, layers, cancellationToken).ConfigureAwait(false)).ConfigureAwait(false);
        return ExitCode.Success;
    }

    private bool IsOfBuiltIn(Option option) => option == _layer || option == _duckDb || option == _places.Database || option == _quiet;

    private static async Task TellAsync(ParseResult parsed, IReadOnlyList<(string Layer, int Areas)> imported)
    {
        foreach (var (layer, areas) in imported)
            await parsed.InvocationConfiguration.Output.WriteLineAsync(FormattableString.Invariant($"{layer}: {areas:N0} areas")).ConfigureAwait(false);
    }

    private MapImportOptions ReadOptions(ParseResult parsed)
    {
        var database = MapPlaces.Check(parsed.GetValue(_places.Database));
        if (parsed.GetValue(_noIndex) && database is null && parsed.GetValue(_duckDb) is null) throw new BadArgumentException("--no-index without --database or --duckdb leaves nowhere to import to.");
        var options = new MapImportOptions
        {
            File = parsed.GetValue(_file)!,
            Source = _source.Read(parsed),
            KeepFields = parsed.GetValue(_keep) is { } keep ? keep == "all" ? [MapImportOptions.AllFields] : keep.Split(',', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries) : [],
            MaxSkipped = parsed.GetValue(_maxSkipped),
            Layer = _layer.Read(parsed) ?? throw new BadArgumentException($"Which layer do the areas become? --layer {string.Join(", ", MapImportOptions.Layers)}, or a name of your own."),
            KeyField = parsed.GetValue(_key),
            NameField = parsed.GetValue(_name),
            ParentField = parsed.GetValue(_parent),
            GeometryField = parsed.GetValue(_geometry),
            ObjectName = parsed.GetValue(_object),
            Where = parsed.GetValue(_where),
            Format = _format.Read(parsed),
            InvalidShapes = _invalid.Read(parsed),
            MapFolder = parsed.GetValue(_noIndex) ? null : parsed.GetValue(_places.Folder),
            ConnectionString = database,
        }.WithParquet();
        return parsed.GetValue(_duckDb) is { } file ? options.Into(file) : options;
    }

    private static async Task ListAsync(TextWriter output, string what, long count, IReadOnlyList<RowNote> notes)
    {
        foreach (var note in notes) await output.WriteLineAsync($"row {note.Row}{(note.Code.Length > 0 ? $" ({note.Code})" : "")} {what}: {note.Text}".Printable()).ConfigureAwait(false);
        if (count > notes.Count) await output.WriteLineAsync(FormattableString.Invariant($"and {count - notes.Count:N0} more {what}")).ConfigureAwait(false);
    }

    private static MapFileFormat ParseFormat(string text) =>
        Enum.TryParse<MapFileFormat>(text, ignoreCase: true, out var format) && Enum.IsDefined(format) ? format : throw new FormatException($"'{text}' is unknown. Known: auto, geojson, topojson, csv, parquet, ogr.");

    private static Option<string?> Field(string name, string description) => new(name) { Description = description, HelpName = "FIELD" };
}
