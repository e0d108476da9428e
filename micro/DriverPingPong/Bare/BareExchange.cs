using System.Net.Sockets;
using Genie.Brokers.Links;

namespace DriverPingPong.Bare;

/// <summary>
/// The floor: a protocol on a plain socket, without a parser, multiplexing or concurrency. It knows what each message looks like and looks only for its end.
/// </summary>
internal abstract class BareExchange : IDisposable
{
    // Names of one length: what a side receives is then as long as what it sends.
    private const string Ping = "bare.ping";
    private const string Pong = "bare.pong";

    private readonly byte[] _received = new byte[64 * 1024];

    /// <param name="responds">True for the side that echoes.</param>
    protected BareExchange(bool responds) => (Own, Other) = responds ? (Ping, Pong) : (Pong, Ping);

    /// <summary>What this side listens to.</summary>
    protected string Own { get; }

    /// <summary>What the other side listens to.</summary>
    protected string Other { get; }

    /// <summary>The connection.</summary>
    protected Socket Socket { get; set; } = new(SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };

    /// <summary>What is sent each time.</summary>
    protected byte[] Message { get; init; } = [];

    /// <summary>Connects one side. It can be sent to from then on, and sends once <see cref="Begin"/> has returned.</summary>
    /// <param name="arguments">The system, its settings, the message's size.</param>
    /// <param name="responds">True for the side that echoes.</param>
    public static BareExchange Open(Arguments arguments, bool responds) => arguments.System switch
    {
        "activemq" => new BareStomp(arguments, responds),
        "mqtt" => new BareMqtt(arguments, responds),
        "nats" => new BareNats(arguments, responds),
        "zeromq" => new BareZmtp(arguments, responds),
        _ => throw new FormatException($"{arguments.System} has no client 'bare' here.\n{Arguments.Usage}"),
    };

    /// <summary>Completes what needs both sides.</summary>
    public virtual void Begin()
    {
    }

    public void Send() => Socket.Send(Message);

    /// <summary>Waits for one whole message; false when the other side has gone.</summary>
    public bool Receive()
    {
        var length = 0;
        while (!IsWhole(_received.AsSpan(0, length)))
        {
            var read = Socket.Receive(_received.AsSpan(length));
            if (read == 0) return false;
            length += read;
        }

        return true;
    }

    public async ValueTask SendAsync() => await Socket.SendAsync(Message).ConfigureAwait(false);

    /// <inheritdoc cref="Receive()"/>
    public async ValueTask<bool> ReceiveAsync()
    {
        var length = 0;
        while (!IsWhole(_received.AsSpan(0, length)))
        {
            var read = await Socket.ReceiveAsync(_received.AsMemory(length)).ConfigureAwait(false);
            if (read == 0) return false;
            length += read;
        }

        return true;
    }

    public void Dispose() => Socket.Dispose();

    /// <summary>True if what was received is a message. By default: if it is as long as one that is sent.</summary>
    protected virtual bool IsWhole(ReadOnlySpan<byte> received) => received.Length >= Message.Length;

    /// <summary>Connects to a server, without TLS.</summary>
    /// <returns>Where it is, and who to log in as.</returns>
    protected BrokerUrl Connect(string system, Uri url, string scheme, int standardPort)
    {
        var address = BrokerUrl.Parse(system, url, new BrokerUrlScheme(scheme, standardPort, Tls: false));
        Socket.Connect(address.Host, address.Port);
        return address;
    }

    /// <summary>While the connection is set up: sends, and waits for an answer.</summary>
    /// <param name="request">What is sent; nothing if empty.</param>
    /// <param name="isAnswer">True if what was received is the answer.</param>
    /// <returns>What was received.</returns>
    protected byte[] Ask(ReadOnlySpan<byte> request, Func<byte[], bool> isAnswer)
    {
        Socket.Send(request);
        var length = 0;
        while (true)
        {
            var read = Socket.Receive(_received.AsSpan(length));
            if (read == 0) throw new InvalidOperationException("The server closed the connection.");
            length += read;
            var received = _received[..length];
            if (isAnswer(received)) return received;
        }
    }
}
