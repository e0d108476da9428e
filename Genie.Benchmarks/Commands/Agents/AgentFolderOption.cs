using System.CommandLine;
using Genie.Benchmarks.Agents.Identity;

namespace Genie.Benchmarks.Commands.Agents;

/// <summary>The option that names where keys and known peers lie.</summary>
internal static class AgentFolderOption
{
    /// <summary>A machine's that uses agents.</summary>
    public static Option<string> OfController(string name) => Create(name, "Folder of this machine's key and of the agents that were enrolled", AgentFolders.OfController);

    /// <summary>An agent's.</summary>
    public static Option<string> OfAgent() => Create("--folder", "Folder of the agent's key and of the machines that were enrolled", AgentFolders.OfAgent);

    private static Option<string> Create(string name, string description, string folder) =>
        new(name) { Description = description, HelpName = "DIR", DefaultValueFactory = _ => folder };
}
