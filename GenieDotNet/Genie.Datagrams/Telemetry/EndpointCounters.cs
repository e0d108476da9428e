namespace Genie.Datagrams.Telemetry;

/// <summary>
/// For transports: what one of their endpoints counts for those who listen to <see cref="DatagramTelemetry"/>. Disposed with the endpoint: what it has counted stays, its connections
/// do not. Safe for concurrent callers.
/// </summary>
public sealed class EndpointCounters : IDisposable
{
    private readonly EndpointTotals _totals;

    /// <summary>Begins with nothing.</summary>
    /// <param name="transport">The transport's name, <see cref="IDatagramTransportFactory.Name"/>.</param>
    public EndpointCounters(string transport) => _totals = DatagramTelemetry.Begin(transport);

    /// <summary>This side has begun to connect, or has been asked.</summary>
    public void HandshakeBegun() => Interlocked.Increment(ref _totals.HandshakesBegun);

    /// <summary>This side has refused a connection.</summary>
    public void HandshakeRefused() => Interlocked.Increment(ref _totals.HandshakesRefused);

    /// <summary>A connection stands.</summary>
    public void ConnectionBegun()
    {
        Interlocked.Increment(ref _totals.HandshakesCompleted);
        Interlocked.Increment(ref _totals.Connections);
    }

    /// <summary>A connection that stood has ended.</summary>
    public void ConnectionEnded() => Interlocked.Decrement(ref _totals.Connections);

    /// <summary>The application has handed over a message.</summary>
    public void MessageSent() => Interlocked.Increment(ref _totals.MessagesSent);

    /// <summary>The application was handed a message.</summary>
    public void MessageReceived() => Interlocked.Increment(ref _totals.MessagesReceived);

    /// <summary>A message was never sent.</summary>
    public void MessageDropped() => Interlocked.Increment(ref _totals.MessagesDropped);

    /// <summary>Datagrams were given to the network.</summary>
    /// <param name="count">How many.</param>
    /// <param name="bytes">Their bytes, without the headers of UDP and IP.</param>
    public void DatagramsSent(long count, long bytes)
    {
        Interlocked.Add(ref _totals.DatagramsSent, count);
        Interlocked.Add(ref _totals.BytesSent, bytes);
    }

    /// <summary>Datagrams were taken from the network.</summary>
    /// <param name="count">How many.</param>
    /// <param name="bytes">Their bytes, without the headers of UDP and IP.</param>
    public void DatagramsReceived(long count, long bytes)
    {
        Interlocked.Add(ref _totals.DatagramsReceived, count);
        Interlocked.Add(ref _totals.BytesReceived, bytes);
    }

    /// <summary>The endpoint is closed.</summary>
    public void Dispose() => DatagramTelemetry.End(_totals);
}
