using System.Buffers;
using System.Net.NetworkInformation;
using System.Text;
using System.Threading.Channels;
using Genie.Brokers.ZeroMQ.Sharing;
using NetMQ;
using NetMQ.Sockets;

namespace Genie.Brokers.ZeroMQ.Official;

/// <summary>A bound ROUTER and the listeners that take turns behind it.</summary>
internal sealed class NetMQEndpoint : IAsyncDisposable
{
    private static readonly TimeSpan PortPatience = TimeSpan.FromSeconds(10);
    private static readonly TimeSpan PortLook = TimeSpan.FromMilliseconds(20);
    private readonly int _port;
    private readonly NetMQPump _pump;

    public NetMQEndpoint(ZeroMQOptions options, string address)
    {
        _port = options.Url.Port;
        var socket = new RouterSocket();
        socket.Options.Linger = TimeSpan.FromSeconds(5);
        socket.Options.MaxMsgSize = options.MaxMessageBytes;

        // Answers are bounded by the requesters' own in-flight bound; one slow peer must not hold the others' answers up.
        socket.Options.SendHighWatermark = 0;
        try
        {
            socket.Bind(address);
        }
        catch (NetMQException error)
        {
            socket.Dispose();
            throw ZeroMQErrors.CannotBind(options.Url.Host, options.Url.Port, error.ErrorCode.ToString(), error);
        }

        _pump = new NetMQPump(socket, OnMessage);
    }

    public ChannelTurns<NetMQListener> Listeners { get; } = new();

    /// <summary>Sends an answer; without an envelope it says that nobody listens on the channel.</summary>
    public void Answer(in NetMQRoute route, ReadOnlyMemory<byte>? envelope)
    {
        var frames = new NetMQMessage(3);
        frames.Append(route.Peer);
        frames.Append(route.Correlation);
        if (envelope is { } bytes) frames.Append(bytes.ToArray());
        _pump.Send(frames, null);
    }

    public async ValueTask DisposeAsync()
    {
        await _pump.FlushAsync(CancellationToken.None).ConfigureAwait(false);
        await _pump.DisposeAsync().ConfigureAwait(false);

        // NetMQ closes the port on a thread of its own, some time later; the next listener may want it at once.
        for (var left = PortPatience; left > TimeSpan.Zero && IsBound(); left -= PortLook) await Task.Delay(PortLook).ConfigureAwait(false);
    }

    private bool IsBound() => IPGlobalProperties.GetIPGlobalProperties().GetActiveTcpListeners().Any(listener => listener.Port == _port);

    private void OnMessage(NetMQMessage message)
    {
        if (message.FrameCount != 4) return;
        var route = new NetMQRoute(message[0].ToByteArray(), message[1].ToByteArray());
        var channel = Encoding.ASCII.GetString(message[2].Buffer, 0, message[2].MessageSize);
        var payload = new ReadOnlySequence<byte>(message[3].Buffer, 0, message[3].MessageSize);
        while (Listeners.Next(channel) is { } listener)
        {
            try
            {
                // Waits on the poller's thread while the listener's queue is full: the receiving high-water mark.
                var taken = listener.DispatchAsync(payload, route);
                if (!taken.IsCompletedSuccessfully) taken.AsTask().GetAwaiter().GetResult();
                return;
            }
            catch (ChannelClosedException)
            {
                // That listener ended meanwhile and did not take it: another's turn.
            }
        }

        if (route.WantsReply) Answer(route, null);
    }
}
