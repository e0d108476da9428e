using System.Buffers;
using System.Threading.Channels;
using Genie.Brokers.Aeron.Client;
using Genie.Brokers.Aeron.MediaDriver;
using Genie.Brokers.Links;
using Genie.Brokers.Multiplexing;
using Genie.Observing;

namespace Genie.Brokers.Aeron.Messaging;

/// <summary>
/// A stream of its own, announced to the connections of a channel. While its queue is full nothing is polled, and so the
/// flow control of Aeron stops the senders.
/// </summary>
internal sealed class AeronListener : MessageDispatcher<AeronDelivery>, IAeronParticipant, IFragmentSink
{
    private const int FragmentsAtOnceMax = 64;

    private readonly string _channel;
    private readonly AeronAddress _address;
    private readonly AeronLink _link;
    private readonly TimeSpan _openTimeout;
    private readonly Func<ValueTask> _release;
    private readonly byte[] _key;
    private readonly PeerTable _peers = new();
    private readonly LinkReporter _reporter = new(AeronDrivers.Name);
    private readonly ForeignSessions _foreign = new();
    private readonly MessageAssembler _assembler = new();
    private readonly TaskCompletionSource _opened = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly TaskCompletionSource _silent = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly TaskCompletionSource _served = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private IAeronClient? _client;
    private IAeronSubscription? _messages;
    private IAeronRegistration? _announcement;
    private ValueTask _dispatching;
    private int _streamId;
    private bool _isStopping;
    private bool _isDispatched;

    public AeronListener(
        string channel, ListenOptions options, MessageHandler handler, AeronAddress address, AeronLink link, TimeSpan openTimeout, Func<ValueTask> release)
        : base(options, handler)
    {
        (_channel, _address, _link, _openTimeout, _release) = (channel, address, link, openTimeout, release);
        _key = Announcement.KeyOf(address.Channel, channel);
    }

    protected override PayloadLimit AnswerLimit => _address.Limit;

    /// <summary>Waits until connections can find it.</summary>
    /// <exception cref="BrokerException">The media driver refused, or did not answer in time.</exception>
    public override ValueTask OpenAsync(CancellationToken cancellationToken) => new(_link.AttachAsync(this, _opened.Task, _openTimeout, cancellationToken));

    protected override async ValueTask DisposeCoreAsync()
    {
        await _link.CallAsync(StopAnnouncing).ConfigureAwait(false);
        await LeaveAsync(token => WaitAsync(_silent, token)).ConfigureAwait(false);
        await base.DisposeCoreAsync().ConfigureAwait(false);
        await _link.CallAsync(OnDispatched).ConfigureAwait(false);
        await WaitAsync(_served, CancellationToken.None).ConfigureAwait(false);
        await _link.DetachAsync(this).ConfigureAwait(false);
        await _release().ConfigureAwait(false);
    }

    public void Begin(IAeronClient client, CounterTable counters)
    {
        (_client, _streamId) = (client, client.NextStreamId());
        _messages = client.AddSubscription(_address.Channel, _streamId);
    }

    public int DoWork(long nowMilliseconds)
    {
        if (_messages is not { IsReady: true } messages) return EndWaits();
        if (!_isStopping) Announce();
        var work = CanDispatch() ? messages.Poll(this, FragmentsAtOnceMax) : 0;
        return work + _peers.DoWork(!_isStopping) + EndWaits();
    }

    public void End(BrokerException? error)
    {
        _announcement?.Dispose();
        _messages?.Dispose();
        _peers.Clear();
        (_client, _announcement, _messages) = (null, null, null);
        EndWaits();
        if (error is not null && _opened.Task.IsCompletedSuccessfully) Tell(LinkState.Lost, error);
        else if (_reporter.IsAway) Tell(LinkState.Closed, error: null);
    }

    public bool FailOpening(BrokerException error) => _opened.TrySetException(error);

    public bool OnFragment(int sessionId, byte flags, ReadOnlySpan<byte> fragment)
    {
        if (!_assembler.TryAssemble(sessionId, flags, fragment, out var message)) return true;
        var peer = _peers.Find(sessionId);
        var prefix = message.Length < AeronAddress.PrefixBytes ? 0 : BitConverter.ToUInt64(message.Span);
        if (prefix == StreamHead.Control) OnControl(sessionId, peer, message.Span[AeronAddress.PrefixBytes..]);
        else if (peer is not null && message.Length >= AeronAddress.PrefixBytes) return Dispatch(peer, prefix, message[AeronAddress.PrefixBytes..]);
        else _foreign.OnMessage(sessionId, message.Length);
        return true;
    }

    public void OnSessionEnded(int sessionId)
    {
        _assembler.Discard(sessionId);
        _foreign.OnSessionEnded(sessionId);
        _peers.OnSessionEnded(sessionId);
    }

    protected override bool WantsReply(in AeronDelivery route) => route.Correlation != StreamHead.OneWay;

    protected override ValueTask ReplyAsync(AeronDelivery route, ReadOnlyMemory<byte> envelope) => route.Peer.AnswerAsync(route.Correlation, envelope);

    // Aeron has nothing to acknowledge.
    protected override ValueTask SettleAsync(AeronDelivery route, bool handled) => ValueTask.CompletedTask;

    private static async Task WaitAsync(TaskCompletionSource source, CancellationToken cancellationToken)
    {
        try
        {
            await source.Task.WaitAsync(AeronConnection.Linger, cancellationToken).ConfigureAwait(false);
        }
        catch (TimeoutException)
        {
            // A peer that died says no good-bye, one that takes no answers cannot be served; neither may keep the listener.
        }
    }

    private void Announce()
    {
        _announcement ??= Announcement.Announce(_client!, _key, _streamId, _channel);
        if (!_announcement.IsReady) return;
        _opened.TrySetResult();
        if (_reporter.IsAway) Tell(LinkState.Restored, error: null);
    }

    private void Tell(LinkState state, BrokerException? error) =>
        Observers.Tell(Options.LinkChanged, nameof(ListenOptions.LinkChanged), _reporter.Tell(state, error, _link.Attempts));

    private void StopAnnouncing()
    {
        _isStopping = true;
        _announcement?.Dispose();
        _announcement = null;
        _peers.TellStopping();
        EndWaits();
    }

    private void OnDispatched()
    {
        _isDispatched = true;
        EndWaits();
    }

    private int EndWaits()
    {
        if (!_isStopping) return 0;
        if (_messages is null || _peers.AreAllSilent) _silent.TrySetResult();
        if (_isDispatched && (_messages is null || _peers.AreAllServed)) _served.TrySetResult();
        return 0;
    }

    private bool CanDispatch()
    {
        if (!_dispatching.IsCompleted) return false;
        try
        {
            _dispatching.GetAwaiter().GetResult();
        }
        catch (ChannelClosedException)
        {
            // The listener stops, and a peer that said no good-bye still sends: as if the listener were gone.
        }

        _dispatching = default;
        return true;
    }

    private void OnControl(int sessionId, AeronPeer? peer, ReadOnlySpan<byte> message)
    {
        if (StreamHead.IsBye(message) && peer is not null) peer.IsSilent = true;
        else if (peer is null && StreamHead.TryReadHello(message, out var streamId, out var channel))
            _peers.Add(new AeronPeer(sessionId, _client!.AddPublication(channel, streamId), _streamId, AeronConnection.Linger));
    }

    private bool Dispatch(AeronPeer peer, ulong correlation, ReadOnlyMemory<byte> message)
    {
        if (correlation != StreamHead.OneWay) peer.OnRequest();
        var dispatching = DispatchAsync(new ReadOnlySequence<byte>(message), new AeronDelivery(peer, correlation));
        if (!dispatching.IsCompletedSuccessfully)
        {
            _dispatching = dispatching;
            return CanDispatch();
        }

        dispatching.GetAwaiter().GetResult();
        return true;
    }
}
