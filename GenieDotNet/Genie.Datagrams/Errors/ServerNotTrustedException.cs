namespace Genie.Datagrams;

/// <summary>The server could not show that it is one of <see cref="DatagramSecurity.Trust"/>; nothing was sent to it. It may be another one in between.</summary>
public sealed class ServerNotTrustedException(string problem)
    : DatagramException($"The server is not trusted: {problem}. Check the address, and what DatagramSecurity.Trust names, with the server's owner.", isTransient: false)
{
    /// <summary>What is wrong with the server's proof.</summary>
    public string Problem { get; } = problem;
}
