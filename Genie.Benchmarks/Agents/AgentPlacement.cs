namespace Genie.Benchmarks.Agents;

/// <summary>Where clients and the worker run.</summary>
/// <param name="Clients">The agents that send, by name; <see cref="Here"/> is this machine.</param>
/// <param name="Worker">The one that answers.</param>
/// <param name="Folder">Where this machine's key lies, and its book of agents.</param>
internal sealed record AgentPlacement(IReadOnlyList<string> Clients, string Worker, string Folder)
{
    /// <summary>This machine, with no agent.</summary>
    public const string Here = "here";

    /// <summary>The agents that take part, each once.</summary>
    public IEnumerable<string> Agents => Clients.Append(Worker).Distinct().Where(name => name != Here);
}
