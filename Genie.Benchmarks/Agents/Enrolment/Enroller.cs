using Genie.Benchmarks.Agents.Control;
using Genie.Benchmarks.Agents.Identity;
using Genie.Benchmarks.Agents.Links;

namespace Genie.Benchmarks.Agents.Enrolment;

/// <summary>The controller's side of an enrolment.</summary>
internal static class Enroller
{
    private static readonly TimeSpan Timeout = TimeSpan.FromSeconds(10);

    /// <summary>Makes an agent and this machine known to each other.</summary>
    /// <param name="name">What the agent is to be called.</param>
    /// <param name="host">Where it listens.</param>
    /// <param name="port">Its port.</param>
    /// <param name="code">The code that it printed.</param>
    /// <param name="identity">Who this is.</param>
    /// <param name="cancellationToken">Abandons it.</param>
    /// <returns>The agent, to be put into the book.</returns>
    /// <exception cref="AgentException">It cannot be reached or refuses, or does not know the code itself.</exception>
    /// <exception cref="FormatException">That is no code.</exception>
    public static async Task<Peer> EnrollAsync(string name, string host, int port, string code, AgentIdentity identity, CancellationToken cancellationToken)
    {
        code = EnrolmentCode.Normalise(code);
        using var timeout = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        timeout.CancelAfter(Timeout);
        var (link, fingerprint) = await AgentLink.ConnectAsync(name, host, port, identity, timeout.Token).ConfigureAwait(false);
        await using (link)
        {
            try
            {
                var nonce = EnrolmentProof.CreateNonce();
                var first = await AgentLink.AskAsync(name, link, new AgentRequest { Verb = AgentVerb.Enroll, Tool = ToolVersion.Own, Name = Environment.MachineName, Nonce = nonce }, timeout.Token).ConfigureAwait(false);
                var seen = new EnrolmentProof(fingerprint, identity.Fingerprint, first.Nonce is { Length: EnrolmentProof.NonceBytes } theirs ? theirs : throw new IOException("Its nonce is missing."), nonce);
                var second = await AgentLink.AskAsync(name, link, new AgentRequest { Verb = AgentVerb.Prove, Proof = seen.OfController(code) }, timeout.Token).ConfigureAwait(false);
                if (second.Proof is null || !EnrolmentProof.AreEqual(seen.OfAgent(code), second.Proof))
                    throw new AgentException($"Whoever answers at {host}:{port} does not know the code: somebody stands in between, or it is another agent. Nothing was enrolled here.", isTransient: false);
                return new Peer { Name = name, Host = host, Port = port, Fingerprint = fingerprint, Enrolled = DateTimeOffset.UtcNow };
            }
            catch (Exception error) when (error is IOException || (error is OperationCanceledException && !cancellationToken.IsCancellationRequested))
            {
                throw new AgentException($"Agent '{name}' at {host}:{port} did not go through with the enrolment: {error.Message}", isTransient: true, error);
            }
        }
    }
}
