using System.CommandLine;
using Genie.Benchmarks.Commands.Secrets;
using Genie.Brokers.Drivers;
using Genie.Geocoding;
using Genie.Geocoding.Maps.Import;
using Genie.PostgreSql;

namespace Genie.Benchmarks.Commands.Maps;

/// <summary>The options that say where maps are.</summary>
internal sealed class MapPlaces
{
    /// <summary>Names the database where no option does.</summary>
    public const string DatabaseVariable = "GENIE_POSTGIS";

    /// <summary>The folder of imported layers.</summary>
    public Option<string> Folder { get; } = new("--map-folder")
    {
        Description = $"Folder of imported layers [default: GENIE_MAPS, else {EmbeddedGeocoderOptions.DefaultMapFolder}]",
        HelpName = "DIR",
        DefaultValueFactory = _ => EmbeddedGeocoderOptions.DefaultMapFolder,
    };

    /// <summary>Checks that a folder which was named to be read from is there; the default one need not be.</summary>
    /// <exception cref="BadArgumentException">It is not.</exception>
    public static void CheckFolder(ParseResult parsed, Option<string> option)
    {
        if (parsed.GetResult(option) is { Implicit: false } && parsed.GetValue(option) is { } folder && !Directory.Exists(folder))
            throw new BadArgumentException($"--map-folder: there is no folder '{folder}'. genie map import makes one.");
    }

    /// <summary>The database.</summary>
    public Option<string?> Database { get; } = CreateDatabaseOption();

    /// <summary>The option alone, for commands that need no folder.</summary>
    public static Option<string?> CreateDatabaseOption() => new SecretOption<string?>("--database", SecretText.OfConnectionString)
    {
        Description = $"A PostGIS database: \"Host=...;Username=...;Password=...;Database=...\" [default: {DatabaseVariable}, else none]",
        HelpName = "CONNECTION",
        DefaultValueFactory = _ => Environment.GetEnvironmentVariable(DatabaseVariable) is { Length: > 0 } connection ? connection : null,
    };

    /// <summary>The option that names a DuckDB file.</summary>
    public static Option<string?> CreateDuckDbOption(string description) => new("--duckdb") { Description = description, HelpName = "FILE" };

    /// <summary>The option that names a layer: one that an answer has a member for, or a name of the user's own.</summary>
    public static ParsedOption<string> CreateLayerOption(string description) =>
        Options.Of("--layer", $"{description}: {string.Join(", ", MapImportOptions.Layers)}, or a name of your own", null, text =>
        {
            if (!MapImportOptions.Layers.Contains(text) && NearestName.Hint(text, MapImportOptions.Layers) is { Length: > 0 } hint)
                throw new FormatException($"'{text}' is too like another layer to be one of its own.{hint}");
            return MapImportOptions.IsName(text) ? text : throw NoName(text);
        });

    /// <summary>An option that names a source within a layer.</summary>
    public static ParsedOption<string> CreateSourceOption(string name, string description) =>
        Options.Of(name, description, null, text => MapImportOptions.IsName(text) ? text : throw NoName(text));

    private static FormatException NoName(string text) => new($"'{text}' is no name: up to 40 small letters, digits, - and _, a letter first.");

    /// <summary>A connection string that Npgsql understands, or null.</summary>
    /// <exception cref="BadArgumentException">It is none.</exception>
    public static string? Check(string? connection)
    {
        try
        {
            return connection is null ? null : ConnectionStrings.Read(connection).ConnectionString;
        }
        catch (ArgumentException error)
        {
            throw new BadArgumentException($"--database is no connection string. {error.Message} It looks like \"Host=127.0.0.1;Username=genie;Password=...;Database=maps\".", error);
        }
    }
}
