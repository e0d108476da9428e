using System.CommandLine;
using Genie.Benchmarks.History;

namespace Genie.Benchmarks.Commands.History;

/// <summary>Where the history is, which several commands ask for.</summary>
internal static class HistoryFolderOption
{
    /// <summary>The option.</summary>
    public static Option<string> Create() => new("--folder") { Description = "The history's folder", HelpName = "DIR", DefaultValueFactory = _ => HistoryFolder.Default };
}
