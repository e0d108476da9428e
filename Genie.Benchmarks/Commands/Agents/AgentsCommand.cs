using System.CommandLine;
using Genie.Benchmarks.Agents;
using Genie.Benchmarks.Agents.Control;
using Genie.Benchmarks.Agents.Enrolment;
using Genie.Benchmarks.Agents.Identity;

namespace Genie.Benchmarks.Commands.Agents;

/// <summary><c>genie agents</c>: those that were enrolled here.</summary>
internal static class AgentsCommand
{
    /// <summary>The command.</summary>
    public static Command Create()
    {
        var folder = AgentFolderOption.OfController("--folder");
        var command = new Command("agents") { folder, AgentsEnrollCommand.Create(), CreateRemove(), CreateCode() };
        command.SetAction((parsed, cancellationToken) => ListAsync(parsed.GetValue(folder)!, parsed.InvocationConfiguration.Output, cancellationToken));
        return command;
    }

    private static async Task<int> ListAsync(string folder, TextWriter output, CancellationToken cancellationToken)
    {
        var agents = PeerBook.OfAgents(folder).Read();
        if (agents.Count == 0)
        {
            await output.WriteLineAsync("No agent is enrolled here. Start one with 'genie agent', which prints how to enrol it.").ConfigureAwait(false);
            return ExitCode.Success;
        }

        using var identity = AgentIdentity.Open(folder);
        var states = await Task.WhenAll(agents.Select(agent => DescribeAsync(agent, identity, cancellationToken))).ConfigureAwait(false);
        foreach (var (agent, state) in agents.Zip(states)) await output.WriteLineAsync($"{agent.Name}  {agent.Address}  {state}".Printable()).ConfigureAwait(false);
        return states.All(state => state.StartsWith(Ready, StringComparison.Ordinal)) ? ExitCode.Success : ExitCode.Failure;
    }

    private const string Ready = "ready";

    private static async Task<string> DescribeAsync(Peer agent, AgentIdentity identity, CancellationToken cancellationToken)
    {
        try
        {
            await using var connection = await AgentConnection.OpenAsync(agent, identity, cancellationToken).ConfigureAwait(false);
            var clock = await connection.ReadClockAsync(cancellationToken).ConfigureAwait(false);
            return $"{Ready}, {AgentText.Machine(connection.Machine)}, {AgentText.Clock(clock)}";
        }
        catch (AgentException error)
        {
            return error.Message;
        }
    }

    private static Command CreateRemove()
    {
        var name = new Argument<string>("NAME") { Description = "The agent to forget" };
        var folder = AgentFolderOption.OfController("--folder");
        var command = new Command("remove", "Forgets an agent. It would still let this machine in: delete its folder, or the machine's entry in controllers.json there, to end that too.") { name, folder };
        command.SetAction(parsed => PeerBook.OfAgents(parsed.GetValue(folder)!).Remove(parsed.GetValue(name)!)
            ? ExitCode.Success : throw AgentNames.Unknown(parsed.GetValue(name)!, parsed.GetValue(folder)!));
        return command;
    }

    private static Command CreateCode()
    {
        var command = new Command("code", "Prints a new enrolment code, for --code-file of agents that nobody watches.");
        command.SetAction(parsed => parsed.InvocationConfiguration.Output.WriteLine(EnrolmentCode.Create()));
        return command;
    }
}
