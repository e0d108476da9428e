using System.Buffers;
using System.Net.NetworkInformation;
using System.Threading.Channels;
using Genie.Brokers.Sharing;
using Genie.Brokers.ZeroMQ.Sharing;
using NetMQ.Sockets;

namespace Genie.Brokers.ZeroMQ.Official;

/// <summary>A bound ROUTER and the listeners behind it.</summary>
internal sealed class NetMQEndpoint : IAsyncDisposable
{
    // Routing id, correlation, channel, message.
    private const int RequestFrames = 4;

    private static readonly TimeSpan PortTimeout = TimeSpan.FromSeconds(10);
    private static readonly TimeSpan PortLook = TimeSpan.FromMilliseconds(20);

    private readonly ZeroMQOptions _options;
    private readonly int _port;
    private readonly NetMQPump _pump;
    private readonly ChannelNames _channels = new();
    private int _isStarted;

    public NetMQEndpoint(ZeroMQOptions options, int port, RouterSocket socket)
    {
        _options = options;
        _port = port;
        _pump = new NetMQPump(socket, queuedMax: null, OnMessage);
    }

    public int MaxMessageBytes => _options.MaxMessageBytes;

    public ChannelListeners<NetMQListener> Listeners { get; } = new();

    /// <summary>Registers a listener. Receiving begins with the first: what came before it would find nobody.</summary>
    public void Add(string channel, NetMQListener listener)
    {
        Listeners.Add(channel, listener);
        if (Interlocked.Exchange(ref _isStarted, 1) == 0) _pump.Start();
    }

    /// <summary>Sends an answer; without an envelope it says that nobody listens on the channel.</summary>
    public ValueTask AnswerAsync(in NetMQRoute route, ReadOnlyMemory<byte>? envelope) =>
        _pump.SendAsync(new NetMQOutgoing(route.Peer, route.Correlation, null, envelope?.ToArray(), null), CancellationToken.None);

    public async ValueTask DisposeAsync()
    {
        await _pump.DisposeAsync().ConfigureAwait(false);

        // NetMQ closes the port on a thread of its own, some time later; the next listener may want it at once.
        for (var left = PortTimeout; left > TimeSpan.Zero && IsBound(); left -= PortLook) await Task.Delay(PortLook).ConfigureAwait(false);
    }

    private bool IsBound() => IPGlobalProperties.GetIPGlobalProperties().GetActiveTcpListeners().Any(listener => listener.Port == _port);

    private ValueTask OnMessage(NetMQFrames frames)
    {
        // Anything else is a stranger's.
        if (frames.Count != RequestFrames || !frames.TryReadCorrelation(1, out var correlation)) return ValueTask.CompletedTask;
        var route = new NetMQRoute(frames[0].ToArray(), correlation);
        return HandOver(new ReadOnlySequence<byte>(frames[3]), _channels.Name(new ReadOnlySequence<byte>(frames[2])), route);
    }

    private ValueTask HandOver(in ReadOnlySequence<byte> payload, string channel, in NetMQRoute route)
    {
        if (Listeners.Next(channel) is not { } listener) return route.Correlation is null ? ValueTask.CompletedTask : AnswerAsync(route, null);
        var taken = listener.DispatchAsync(payload, route);
        return taken.IsCompletedSuccessfully ? taken : HandOverSlowlyAsync(taken, payload, channel, route);
    }

    private async ValueTask HandOverSlowlyAsync(ValueTask taken, ReadOnlySequence<byte> payload, string channel, NetMQRoute route)
    {
        try
        {
            await taken.ConfigureAwait(false);
        }
        catch (ChannelClosedException)
        {
            // That listener ended meanwhile and did not take it: another takes it.
            await HandOver(payload, channel, route).ConfigureAwait(false);
        }
    }
}
