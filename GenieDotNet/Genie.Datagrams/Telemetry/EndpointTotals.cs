namespace Genie.Datagrams.Telemetry;

/// <summary>
/// What an endpoint has counted since it was opened. Over UDP its fields are written under the endpoint's lock alone, but for <see cref="MessagesDropped"/>, over others by <see cref="Interlocked"/>; those who
/// read them see them a little late at worst.
/// </summary>
internal sealed class EndpointTotals
{
    public long Connections;
    public long HandshakesBegun;
    public long HandshakesCompleted;
    public long HandshakesRefused;
    public long DatagramsSent;
    public long DatagramsReceived;
    public long BytesSent;
    public long BytesReceived;
    public long PacketsLost;
    public long MessagesSent;
    public long MessagesReceived;
    public long MessagesDropped;

    /// <summary>Begins with nothing.</summary>
    /// <param name="transport">The name of the endpoint's.</param>
    public EndpointTotals(string transport) => (Transport, Entry) = (transport, new WeakReference<EndpointTotals>(this, trackResurrection: true));

    /// <summary>Of an endpoint that nobody disposed.</summary>
    ~EndpointTotals() => DatagramTelemetry.End(this);

    public string Transport { get; }

    /// <summary>By which those who report know of it, without keeping it.</summary>
    public WeakReference<EndpointTotals> Entry { get; }

    /// <summary>The endpoint is closed: what it has counted stays, what it has does not.</summary>
    public void AddTo(EndpointTotals ended)
    {
        ended.HandshakesBegun += HandshakesBegun;
        ended.HandshakesCompleted += HandshakesCompleted;
        ended.HandshakesRefused += HandshakesRefused;
        ended.DatagramsSent += DatagramsSent;
        ended.DatagramsReceived += DatagramsReceived;
        ended.BytesSent += BytesSent;
        ended.BytesReceived += BytesReceived;
        ended.PacketsLost += PacketsLost;
        ended.MessagesSent += MessagesSent;
        ended.MessagesReceived += MessagesReceived;
        ended.MessagesDropped += MessagesDropped;
    }
}
