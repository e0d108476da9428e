using Genie.Brokers.Drivers;

namespace Genie.Brokers.ZeroMQ;

/// <summary>How ZeroMQ is reached. Brokerless: the listener binds <see cref="Url"/>, clients connect to it.</summary>
public sealed record ZeroMQOptions
{
    /// <summary>Where the listener binds and clients connect: <c>tcp://[user:password@]host:port</c>. With user and password
    /// the PLAIN mechanism is used, which sends them in the clear. Default tcp://127.0.0.1:5599.</summary>
    public Uri Url { get; init; } = new("tcp://127.0.0.1:5599");

    /// <summary>The socket type that one-way messages leave by. Default <see cref="OneWaySocket.Dealer"/>: one link for all,
    /// so one-way messages and requests keep their order.</summary>
    public OneWaySocket OneWay { get; init; } = OneWaySocket.Dealer;

    /// <summary>The high-water mark: senders wait, and nothing is dropped, while this many bytes are unsent. Default 256 KiB.
    /// NetMQ counts messages instead: <see cref="HighWaterMarkMessages"/>.</summary>
    public int HighWaterMarkBytes { get; init; } = 256 * 1024;

    /// <summary>The high-water mark of the official client, which counts messages and not bytes; senders wait, and nothing is
    /// dropped. Default 1,000, as its makers chose.</summary>
    public int HighWaterMarkMessages { get; init; } = 1000;

    /// <summary>The largest message taken by either side. Default 64 MiB.</summary>
    public int MaxMessageBytes { get; init; } = 64 * 1024 * 1024;

    /// <summary>A PING is sent this often, and a link that was silent for three times as long is given up. Zero: never. Default 5 s.</summary>
    public TimeSpan HeartbeatInterval { get; init; } = TimeSpan.FromSeconds(5);

    /// <summary>Time for TCP and the handshake together. Default 10 s.</summary>
    public TimeSpan ConnectTimeout { get; init; } = TimeSpan.FromSeconds(10);

    /// <summary>The settings without secrets; the compiler's own text would show what somebody wrote as the URL's password.</summary>
    public override string ToString() => BrokerOptionsBinder.ToText(this);
}
