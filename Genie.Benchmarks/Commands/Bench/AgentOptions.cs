using System.CommandLine;
using Genie.Benchmarks.Agents;
using Genie.Benchmarks.Agents.Crews;
using Genie.Benchmarks.Commands.Agents;

namespace Genie.Benchmarks.Commands.Bench;

/// <summary>The options that say where clients and the worker run.</summary>
internal sealed class AgentOptions
{
    private readonly Option<string[]> _clients = Options.OfMany(
        "--clients-on", "NAME,NAME", $"Agents that send, with the connections divided among them ('genie agents' lists those that are enrolled); '{AgentPlacement.Here}' is this machine. May be given again", _ => { });

    private readonly Option<string?> _worker = new("--worker-on") { Description = $"The agent that answers [default: {AgentPlacement.Here}, this machine]", HelpName = "NAME" };
    private readonly Option<string> _folder = AgentFolderOption.OfController("--agents-folder");

    /// <summary>Adds them to the command.</summary>
    public void AddTo(Command command)
    {
        foreach (var option in (Option[])[_clients, _worker, _folder]) command.Add(option);
    }

    /// <summary>The request with its agents.</summary>
    /// <exception cref="BadArgumentException">An agent is not enrolled, or something else that was asked for stands on this machine.</exception>
    public BenchRequest Apply(ParseResult parsed, BenchRequest request)
    {
        string[] clients = [.. parsed.GetValue(_clients)!.SelectMany(text => text.Split(',', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries)).Distinct()];
        var worker = parsed.GetValue(_worker) ?? AgentPlacement.Here;
        var placement = new AgentPlacement(clients.Length > 0 ? clients : [AgentPlacement.Here], worker, parsed.GetValue(_folder)!);
        if (!placement.Agents.Any() && clients.Length <= 1) return request;
        Check(request, placement);
        AgentFleet.Peers(placement);
        return request with { Agents = placement };
    }

    private static void Check(BenchRequest request, AgentPlacement placement)
    {
        var several = placement.Clients.Count > 1;
        (bool Is, string Option, string Why)[] conflicts =
        [
            (request.WorkerCommand is not null, "--worker-command", "it starts the worker elsewhere by itself"),
            (request.Network is not null, "--network", "the network would stand on this machine, where agents do not pass through it"),
            (request.Faults.Count > 0, "--fault", "it happens to a network or a server on this machine"),
            (request.Ladder, "--ladder", "its steps are about one machine"),
            (several && request.Replay is not null, "--replay", "it is one stream"),
            (several && request.FanOut > 0, "--fan-out", "its listeners are those of one client"),
            (several && request.PipelineStages > 1, "--pipeline", "its stages are those of one client"),
            (several && request.WorkerAway > TimeSpan.Zero, "--worker-away", "what waits is counted by one client"),
        ];
        if (conflicts.FirstOrDefault(conflict => conflict.Is) is { Option: { } option, Why: var why })
            throw new BadArgumentException($"--clients-on and --worker-on do not go together with {option}: {why}. Leave one of them out.");
    }
}
