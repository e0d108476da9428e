using System.Net;
using Genie.Datagrams;

namespace Genie.Benchmarks.Load.Games.Transports.Datagrams;

/// <summary>An endpoint of Genie.Datagrams.</summary>
internal class DatagramPort(DatagramEndpoint endpoint) : IGamePort
{
    /// <inheritdoc/>
    public int Poll() => endpoint.Poll();

    /// <inheritdoc/>
    public void Flush() => endpoint.Flush();

    /// <inheritdoc/>
    public void Wait(TimeSpan atMost) => endpoint.Wait(atMost);
}

/// <summary>The endpoint of all clients: each has a connection of its own to the same address.</summary>
internal sealed class DatagramClientPort(DatagramEndpoint endpoint, DatagramClientHandler handler, IPEndPoint server) : DatagramPort(endpoint), IGameClientPort
{
    private readonly DatagramEndpoint _endpoint = endpoint;

    /// <inheritdoc/>
    public void Connect() => handler.Connect(_endpoint, server);
}
