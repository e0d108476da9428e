using Genie.Benchmarks.Agents.Links;
using Genie.Benchmarks.Load.Control;

namespace Genie.Benchmarks.Agents.Control;

/// <summary>A process at an agent, over a link of its own, which is its standard input and output.</summary>
/// <param name="agent">The agent.</param>
/// <param name="id">What the agent knows it by.</param>
/// <param name="link">The link.</param>
internal sealed class AgentProcess(AgentConnection agent, string id, LineStream link) : IControlledProcess
{
    /// <inheritdoc/>
    public JsonLineChannel Channel { get; } = new(link, link);

    /// <inheritdoc/>
    public async Task<string> DescribeEndAsync()
    {
        try
        {
            var reply = await agent.AskAsync(new AgentRequest { Verb = AgentVerb.DescribeEnd, Process = id }, CancellationToken.None).ConfigureAwait(false);
            return $"At agent '{agent.Peer.Name}': {reply.Ended}";
        }
        catch (AgentException error)
        {
            return error.Message;
        }
    }

    /// <summary>Cuts its link, after which the agent ends it.</summary>
    public void Kill() => link.Dispose();

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        // The end of its link is the end of its input; the agent waits for its exit, and uses force at last.
        await link.DisposeAsync().ConfigureAwait(false);
    }
}
