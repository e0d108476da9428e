using Genie.Benchmarks.Agents.Identity;
using Genie.Brokers.Drivers;

namespace Genie.Benchmarks.Commands.Agents;

/// <summary>Names of agents, as options give them.</summary>
internal static class AgentNames
{
    /// <summary>What an unknown one is answered with.</summary>
    public static BadArgumentException Unknown(string name, string folder)
    {
        var known = PeerBook.OfAgents(folder).Read().Select(agent => agent.Name).ToList();
        return new BadArgumentException($"No agent '{name}' is enrolled here.{NearestName.Hint(name, known)} {(known.Count == 0 ? "None is: 'genie agent' starts one and prints how to enrol it." : $"Enrolled: {string.Join(", ", known)}.")}");
    }
}
