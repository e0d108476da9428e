using System.CommandLine;
using Genie.Geocoding.Maps.Import;

namespace Genie.Benchmarks.Commands.Maps;

/// <summary><c>genie map remove NAME</c>: takes imported areas away again.</summary>
internal static class MapRemoveCommand
{
    /// <summary>The command.</summary>
    public static Command Create()
    {
        var places = new MapPlaces();
        var source = new Argument<string?>("NAME") { Description = "The name that they were imported with (--as); without one, those without a name", Arity = ArgumentArity.ZeroOrOne };
        var layer = MapPlaces.CreateLayerOption("Only from this layer; needed without a NAME");
        var command = new Command("remove", "Removes imported areas from the embedded geocoder's folder and from a database.") { source, layer, places.Folder, places.Database };
        command.SetAction(async (parsed, cancellationToken) =>
        {
            var (name, only) = (parsed.GetValue(source), layer.Read(parsed));
            if (name is null && only is null) throw new BadArgumentException("What is to be removed? genie map remove ken, or genie map remove --layer state.");
            if (name is not null && !MapImportOptions.IsName(name)) throw new BadArgumentException($"'{name}' is no name of an import.");
            MapPlaces.CheckFolder(parsed, places.Folder);
            var removed = await MapRemover.RunAsync(only, name, parsed.GetValue(places.Folder), MapPlaces.Check(parsed.GetValue(places.Database)), cancellationToken).ConfigureAwait(false);
            foreach (var one in removed) await parsed.InvocationConfiguration.Output.WriteLineAsync($"removed: {one}".Printable()).ConfigureAwait(false);
            if (removed.Count > 0) return ExitCode.Success;
            await parsed.InvocationConfiguration.Error.WriteLineAsync("There is no such import. genie map info shows those that there are.").ConfigureAwait(false);
            return ExitCode.Failure;
        });
        return command;
    }
}
