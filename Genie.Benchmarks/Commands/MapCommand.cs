using System.CommandLine;
using Genie.Benchmarks.Commands.Maps;

namespace Genie.Benchmarks.Commands;

/// <summary><c>genie map</c>: maps of the user's own.</summary>
internal static class MapCommand
{
    /// <summary>The command.</summary>
    public static Command Create() => new("map")
    {
        MapImportCommand.Create(),
        MapInfoCommand.Create(),
        MapRemoveCommand.Create(),
    };
}
