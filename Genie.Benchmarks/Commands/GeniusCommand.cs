using System.CommandLine;
using Genie.Benchmarks.Commands.Genius;

namespace Genie.Benchmarks.Commands;

/// <summary><c>genie genius</c>: Genius as a server.</summary>
internal static class GeniusCommand
{
    /// <summary>The command.</summary>
    public static Command Create() => new("genius")
    {
        GeniusServeCommand.Create(),
        GeniusKeyCommand.Create(),
    };
}
