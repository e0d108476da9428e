using System.CommandLine;

namespace Genie.Benchmarks.Commands.Soak;

/// <summary><c>genie soak</c>: hours under load, with a verdict.</summary>
internal static class SoakCommand
{
    /// <summary>Its name, for who starts its processes.</summary>
    public const string Name = "soak";

    /// <summary>The command.</summary>
    public static Command Create() => new(Name) { UdpSoakCommand.Create(), SoakPeerCommand.Create() };
}
