using System.Net.Sockets;
using Genie.Benchmarks.Agents.Identity;
using Genie.Benchmarks.Agents.Links;

namespace Genie.Benchmarks.Agents.Control;

/// <summary>Links from a controller to an agent.</summary>
internal static class AgentLink
{
    private static readonly TimeSpan ConnectTimeout = TimeSpan.FromSeconds(10);

    /// <summary>Connects to an agent that was enrolled.</summary>
    /// <exception cref="AgentException">It does not answer, or is not the one that was enrolled.</exception>
    public static async Task<LineStream> ConnectAsync(Peer agent, AgentIdentity identity, CancellationToken cancellationToken)
    {
        var (link, fingerprint) = await ConnectAsync(agent.Name, agent.Host!, agent.Port, identity, cancellationToken).ConfigureAwait(false);
        if (fingerprint == agent.Fingerprint) return link;
        await link.DisposeAsync().ConfigureAwait(false);
        throw new AgentException($"At {agent.Address} answers another agent than the '{agent.Name}' that was enrolled (its certificate is {fingerprint[..16]}…). If it was set up anew, enrol it again: genie agents enroll {agent.Name}={agent.Address} --code CODE", isTransient: false);
    }

    /// <summary>Connects to whoever listens, and tells who that is.</summary>
    /// <exception cref="AgentException">Nobody does, or no agent.</exception>
    public static async Task<(LineStream Link, string Fingerprint)> ConnectAsync(string name, string host, int port, AgentIdentity identity, CancellationToken cancellationToken)
    {
        using var timeout = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        timeout.CancelAfter(ConnectTimeout);
        var socket = new Socket(SocketType.Stream, ProtocolType.Tcp);
        try
        {
            await socket.ConnectAsync(host, port, timeout.Token).ConfigureAwait(false);
            var tls = await AgentTls.ConnectAsync(socket, identity, timeout.Token).ConfigureAwait(false);
            return (new LineStream(tls), AgentTls.FingerprintOf(tls));
        }
        catch (Exception error) when (error is SocketException or IOException || (error is OperationCanceledException && !cancellationToken.IsCancellationRequested))
        {
            socket.Dispose();
            var why = error switch { SocketException socketError => $"{socketError.SocketErrorCode}", OperationCanceledException => $"no answer within {ConnectTimeout.TotalSeconds:0} s", _ => error.Message };
            throw new AgentException($"Agent '{name}' cannot be reached at {host}:{port} ({why}). Start it there with 'genie agent --listen 0.0.0.0:{port}'.", isTransient: true, error);
        }
        catch
        {
            socket.Dispose();
            throw;
        }
    }

    /// <summary>Asks something.</summary>
    /// <exception cref="AgentException">The agent refused; the message is its own.</exception>
    /// <exception cref="IOException">It has gone.</exception>
    public static async Task<AgentReply> AskAsync(string name, LineStream link, AgentRequest request, CancellationToken cancellationToken)
    {
        await link.SendAsync(request, AgentJsonContext.Default.AgentRequest, cancellationToken).ConfigureAwait(false);
        return await ReceiveAsync(name, link, cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Takes an answer.</summary>
    /// <exception cref="AgentException">The agent refused; the message is its own.</exception>
    /// <exception cref="IOException">It has gone.</exception>
    public static async Task<AgentReply> ReceiveAsync(string name, LineStream link, CancellationToken cancellationToken)
    {
        var reply = await link.ReceiveAsync(AgentJsonContext.Default.AgentReply, cancellationToken).ConfigureAwait(false) ?? throw new IOException("It closed the link.");
        return reply.Error is null ? reply : throw new AgentException($"Agent '{name}': {reply.Error}", reply.IsTransient);
    }
}
