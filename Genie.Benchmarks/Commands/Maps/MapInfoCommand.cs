using System.CommandLine;
using System.Globalization;
using Genie.Geocoding;
using Genie.Geocoding.Maps.Info;

namespace Genie.Benchmarks.Commands.Maps;

/// <summary><c>genie map info</c>: the layers there are.</summary>
internal static class MapInfoCommand
{
    /// <summary>The command.</summary>
    public static Command Create()
    {
        var places = new MapPlaces();
        var layer = MapPlaces.CreateLayerOption("Only this layer");
        var picture = new Option<string?>("--picture") { Description = "Draws the layers to a file: .svg or .html", HelpName = "FILE" };
        var command = new Command("info", "Shows the layers that are built in, imported, and in the database.") { layer, picture, places.Folder, places.Database };
        command.SetAction(async (parsed, cancellationToken) =>
        {
            var path = parsed.GetValue(picture);
            if (path is not null && Path.GetExtension(path).ToUpperInvariant() is not (".SVG" or ".HTML" or ".HTM")) throw new BadArgumentException($"--picture: '{path}' should end with .svg or .html.");
            MapPlaces.CheckFolder(parsed, places.Folder);
            var all = new List<MapLayerInfo>(IndexedMaps.In(parsed.GetValue(places.Folder)!));
            if (MapPlaces.Check(parsed.GetValue(places.Database)) is { } database) all.AddRange(await DatabaseMaps.ReadAsync(database, cancellationToken).ConfigureAwait(false));
            all.AddRange(IndexedMaps.BuiltIn(new EmbeddedGeocoderOptions().CacheFolder));
            IReadOnlyList<MapLayerInfo> layers = layer.Read(parsed) is { } name ? [.. all.Where(one => one.Layer == name || one.Layer.StartsWith(name + ".", StringComparison.Ordinal))] : all;
            Print(parsed.InvocationConfiguration.Output, layers);
            if (path is not null) await MapPicture.WriteAsync(path, layers, cancellationToken).ConfigureAwait(false);
            return ExitCode.Success;
        });
        return command;
    }

    private static void Print(TextWriter output, IReadOnlyList<MapLayerInfo> layers)
    {
        output.WriteLine($"{"layer",-9} {"source",-16} {"areas",9} {"vertices",11} {"invalid",8} {"KiB",9}  west, south, east, north");
        foreach (var layer in layers)
        {
            var box = layer.Extent.IsNothing ? "empty" : FormattableString.Invariant($"{layer.Extent.West:0.####}, {layer.Extent.South:0.####}, {layer.Extent.East:0.####}, {layer.Extent.North:0.####}");
            output.WriteLine(string.Create(CultureInfo.InvariantCulture, $"{layer.Layer.Printable(),-9} {layer.Source.Printable(),-16} {layer.Areas,9:N0} {layer.Vertices,11:N0} {layer.InvalidAreas?.ToString("N0", CultureInfo.InvariantCulture) ?? "-",8} {layer.Bytes / 1024,9:N0}  {box}"));
        }
    }
}
