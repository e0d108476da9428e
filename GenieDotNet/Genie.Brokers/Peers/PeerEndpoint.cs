using System.Collections.Concurrent;
using Genie.Brokers.Drivers;
using Genie.Brokers.Links;
using Genie.Brokers.Sharing;
using Genie.Brokers.Telemetry;

namespace Genie.Brokers.Peers;

/// <summary>The listeners behind one bound address, chosen round robin, and the links that were accepted there.</summary>
/// <param name="links">As the clients have it.</param>
public sealed class PeerEndpoint(PeerLinks links) : IAsyncDisposable
{
    private readonly ChannelListeners<PeerListener> _listeners = new();
    private readonly ConcurrentDictionary<PeerServerSession, bool> _sessions = new();
    private volatile bool _isClosing;

    /// <summary>Adds a listener; the address is bound after that, as what links brought before would find nobody.</summary>
    /// <param name="channel">The channel.</param>
    /// <param name="options">How it listens.</param>
    /// <param name="handler">Handles messages.</param>
    /// <param name="release">Called when it was disposed, after its answers.</param>
    /// <param name="bound">Binds the address, for the first one that asks, and is completed when it is bound. If that fails the listener is disposed.</param>
    public async Task<IBrokerResource> ListenAsync(string channel, ListenOptions options, MessageHandler handler, Func<ValueTask> release, Func<Task> bound)
    {
        ArgumentNullException.ThrowIfNull(bound);
        var listener = new PeerListener(links.Options.Broker, _listeners, channel, links.MessageBytesMax, options, handler, release);
        _listeners.Add(channel, listener);
        try
        {
            await bound().ConfigureAwait(false);
            return listener;
        }
        catch
        {
            await listener.DisposeAsync().ConfigureAwait(false);
            throw;
        }
    }

    /// <summary>Serves a link until it ends.</summary>
    /// <param name="transport">The link; disposed with it.</param>
    /// <param name="channel">The channel that it belongs to.</param>
    public async Task ServeAsync(LinkTransport transport, string channel)
    {
        var broker = links.Options.Broker;
        var session = new PeerServerSession(transport, links.Options, links.MessageBytesMax, _listeners, channel);
        _sessions[session] = true;
        session.Run();
        if (_isClosing) session.Abort(new LinkLostException(broker, "the listener closed"));
        if (await session.Ended.ConfigureAwait(false) is BrokerException and not LinkLostException and var unreadable) BrokerEvents.Log.MessageUnreadable(broker, unreadable.Message);
        await session.DisposeAsync().ConfigureAwait(false);
        _sessions.TryRemove(session, out _);
    }

    /// <summary>Closes the links; what was answered is sent first.</summary>
    public async ValueTask DisposeAsync()
    {
        _isClosing = true;
        await Task.WhenAll(_sessions.Keys.Select(session => session.CloseAsync(links.Options.CloseTimeout).AsTask())).ConfigureAwait(false);
    }
}
