using Genie.Benchmarks.Agents.Clocks;
using Genie.Benchmarks.Agents.Control;
using Genie.Benchmarks.Agents.Identity;
using Genie.Benchmarks.Agents.Links;
using Genie.Benchmarks.Agents.Usage;
using Genie.Benchmarks.Commands;
using Genie.Benchmarks.Load;
using Genie.Benchmarks.Load.Control;
using Genie.Benchmarks.Measurement;
using Genie.Benchmarks.Reporting.Model;

namespace Genie.Benchmarks.Agents.Crews;

/// <summary>The agents of a measurement, with this machine among them where it takes part.</summary>
internal sealed class AgentFleet : IAsyncDisposable
{
    private readonly AgentIdentity _identity;
    private readonly Dictionary<string, AgentConnection> _agents = [];

    private AgentFleet(AgentPlacement placement, AgentIdentity identity) => (Placement, _identity) = (placement, identity);

    /// <summary>Who runs what.</summary>
    public AgentPlacement Placement { get; }

    /// <summary>Each completes when its agent is lost, with why.</summary>
    public IEnumerable<Task<string>> Lost => _agents.Values.Select(agent => agent.Lost);

    /// <summary>Connects to all, and sees what the ways to them carry.</summary>
    /// <exception cref="AgentException">One cannot be reached, or refuses.</exception>
    /// <exception cref="BadArgumentException">One is not enrolled.</exception>
    public static async Task<AgentFleet> OpenAsync(AgentPlacement placement, CancellationToken cancellationToken)
    {
        var peers = Peers(placement);
        var fleet = new AgentFleet(placement, AgentIdentity.Open(placement.Folder));
        try
        {
            foreach (var peer in peers)
            {
                var agent = await AgentConnection.OpenAsync(peer, fleet._identity, cancellationToken).ConfigureAwait(false);
                fleet._agents[peer.Name] = agent;
                await agent.ProbeAsync(cancellationToken).ConfigureAwait(false);
            }

            return fleet;
        }
        catch
        {
            await fleet.DisposeAsync().ConfigureAwait(false);
            throw;
        }
    }

    /// <summary>The agents of a placement, as they were enrolled.</summary>
    /// <exception cref="BadArgumentException">One is not.</exception>
    public static IReadOnlyList<Peer> Peers(AgentPlacement placement)
    {
        var known = PeerBook.OfAgents(placement.Folder).Read();
        return [.. placement.Agents.Select(name => known.FirstOrDefault(peer => peer.Name == name) ?? throw Commands.Agents.AgentNames.Unknown(name, placement.Folder))];
    }

    /// <summary>Starts a process at an agent, or here.</summary>
    /// <exception cref="AgentException">It could not.</exception>
    public async Task<CrewSeat> StartAsync(string name, AgentRole role, CancellationToken cancellationToken) => new(name, name != AgentPlacement.Here
        ? await _agents[name].StartAsync(role, cancellationToken).ConfigureAwait(false)
        : role == AgentRole.Client ? ChildProgram.StartSelf("client", LoadCommand.Name, LoadCommand.ManyOption) : ChildProgram.StartSelf("worker", "worker", "--controlled"));

    /// <summary>A job for the machine of that name, which has the user's payload then.</summary>
    /// <exception cref="AgentException">It does not take it.</exception>
    public async Task<LoadJob> SupplyAsync(string name, LoadJob job, CancellationToken cancellationToken)
    {
        if (job.Workload.PayloadFile is not { } file || name == AgentPlacement.Here) return job;
        var there = await _agents[name].Payloads.SendAsync(file, cancellationToken).ConfigureAwait(false);
        return job with { Workload = job.Workload with { PayloadFile = there } };
    }

    /// <summary>All clocks against this machine's.</summary>
    /// <exception cref="AgentException">An agent is lost.</exception>
    public Task<IReadOnlyDictionary<string, ClockEstimate>> ReadClocksAsync(CancellationToken cancellationToken) =>
        OfEachAsync(ClockEstimate.Same, agent => agent.ReadClockAsync(cancellationToken));

    /// <summary>What all machines have done by now.</summary>
    /// <exception cref="AgentException">An agent is lost.</exception>
    public Task<IReadOnlyDictionary<string, UsageReading>> ReadUsageAsync() => OfEachAsync(UsageMeter.Read(), agent => agent.ReadUsageAsync(CancellationToken.None));

    /// <summary>What is known of an agent before anything is measured.</summary>
    public AgentFigures Describe(string name, string role)
    {
        var agent = _agents.GetValueOrDefault(name);
        var machine = agent?.Machine ?? MachineReader.Read();
        return new AgentFigures
        {
            Name = name,
            Role = role,
            Address = agent?.Peer.Address,
            Cores = machine.Cores,
            Os = machine.Os,
            ToAgentBytesPerSecond = agent?.ToAgentPerSecond ?? 0,
            FromAgentBytesPerSecond = agent?.FromAgentPerSecond ?? 0,
        };
    }

    /// <summary>What is known of each agent, in a line.</summary>
    /// <exception cref="AgentException">An agent is lost.</exception>
    public async Task<IReadOnlyList<string>> IntroduceAsync(CancellationToken cancellationToken)
    {
        var clocks = await ReadClocksAsync(cancellationToken).ConfigureAwait(false);
        return [.. _agents.Values.Select(agent => $"Agent '{agent.Peer.Name}' at {agent.Peer.Address}: {AgentText.Machine(agent.Machine)}; {AgentText.Clock(clocks[agent.Peer.Name])}; "
            + $"{AgentText.Bandwidth(agent.ToAgentPerSecond)} to it, {AgentText.Bandwidth(agent.FromAgentPerSecond)} from it")];
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        await Task.WhenAll(_agents.Values.Select(agent => agent.DisposeAsync().AsTask())).ConfigureAwait(false);
        _identity.Dispose();
    }

    private async Task<IReadOnlyDictionary<string, T>> OfEachAsync<T>(T here, Func<AgentConnection, Task<T>> ask)
    {
        var answers = await Task.WhenAll(_agents.Select(async agent => (agent.Key, await ask(agent.Value).ConfigureAwait(false)))).ConfigureAwait(false);
        return answers.Append((AgentPlacement.Here, here)).ToDictionary();
    }
}
