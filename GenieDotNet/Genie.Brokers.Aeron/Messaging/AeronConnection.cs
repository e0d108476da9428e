using Genie.Brokers.Aeron.Client;
using Genie.Brokers.Aeron.MediaDriver;
using Genie.Brokers.Links;
using Genie.Brokers.Multiplexing;

namespace Genie.Brokers.Aeron.Messaging;

/// <summary>Sends to the listeners of a channel round robin, each through a publication of its own; receives answers on its own stream.</summary>
internal sealed class AeronConnection : MultiplexedConnection, IAeronParticipant, IFragmentSink
{
    /// <summary>How long what is kept may take to leave when a connection is closed.</summary>
    public static readonly TimeSpan Linger = TimeSpan.FromSeconds(5);

    private const int FragmentsAtOnceMax = 64;
    private const long OverdueMilliseconds = 50;

    private readonly AeronAddress _address;
    private readonly AeronLink _link;
    private readonly TimeSpan _openTimeout;
    private readonly Func<ValueTask> _release;
    private readonly Outbox _outbox;
    private readonly RouteTable _routes;
    private readonly LinkReporter _reporter = new(AeronDrivers.Name);
    private readonly MessageAssembler _assembler = new();
    private readonly TaskCompletionSource _opened = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly TaskCompletionSource _ended = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private IAeronSubscription? _answers;
    private long _nextOverdue;
    private int _isDisposed;

    public AeronConnection(string channel, ConnectionOptions options, AeronAddress address, AeronLink link, TimeSpan openTimeout, Func<ValueTask> release)
        : base(AeronDrivers.Name, options)
    {
        (_address, _link, _openTimeout, _release) = (address, link, openTimeout, release);
        _outbox = new Outbox(options.MaxInFlight, options.RequestTimeout);
        _routes = new RouteTable(channel, address, _outbox, FailRequests);
    }

    /// <summary>Waits until answers can be received.</summary>
    /// <exception cref="BrokerException">The media driver refused, or did not answer in time.</exception>
    public override ValueTask OpenAsync(CancellationToken cancellationToken) => new(_link.AttachAsync(this, _opened.Task, _openTimeout, cancellationToken));

    protected override ValueTask SendCoreAsync(ReadOnlyMemory<byte> message, CancellationToken cancellationToken) => PostAsync(StreamHead.OneWay, message, cancellationToken);

    protected override async ValueTask FlushCoreAsync(CancellationToken cancellationToken)
    {
        try
        {
            await _outbox.FlushAsync().WaitAsync(Options.RequestTimeout, cancellationToken).ConfigureAwait(false);
        }
        catch (TimeoutException)
        {
            throw new RequestTimeoutException(Broker, Options.RequestTimeout);
        }
    }

    public void Begin(IAeronClient client, CounterTable counters)
    {
        var streamId = client.NextStreamId();
        _answers = client.AddSubscription(_address.ReplyChannel, streamId);
        _routes.Begin(client, counters, streamId);
    }

    public int DoWork(long nowMilliseconds)
    {
        if (_answers is not { IsReady: true } answers) return 0;
        _opened.TrySetResult();
        if (_reporter.IsAway) _reporter.Tell(LinkState.Restored, error: null, _link.Attempts);
        var work = answers.Poll(this, FragmentsAtOnceMax);
        work += _routes.DoWork(nowMilliseconds);
        work += _outbox.Drain();
        if (nowMilliseconds >= _nextOverdue)
        {
            _nextOverdue = nowMilliseconds + OverdueMilliseconds;
            _outbox.FailOverdue(nowMilliseconds);
        }

        return work;
    }

    public void End(BrokerException? error)
    {
        _routes.End();
        _answers?.Dispose();
        _answers = null;
        if (error is not null && _opened.Task.IsCompletedSuccessfully) _reporter.Tell(LinkState.Lost, error, _link.Attempts);
        else if (_reporter.IsAway) _reporter.Tell(LinkState.Closed, error: null, _link.Attempts);
        if (error is not null) FailRequests(error);
    }

    public bool FailOpening(BrokerException error) => _opened.TrySetException(error);

    public bool OnFragment(int sessionId, byte flags, ReadOnlySpan<byte> fragment)
    {
        if (!_assembler.TryAssemble(sessionId, flags, fragment, out var message) || message.Length < AeronAddress.PrefixBytes) return true;
        var prefix = BitConverter.ToUInt64(message.Span);
        var body = message.Span[AeronAddress.PrefixBytes..];
        if (prefix != StreamHead.Control) Complete(Correlation.FromUInt64(prefix), body);
        else if (StreamHead.TryReadWelcome(body, out var streamId)) _routes.OnWelcome(streamId);
        else if (StreamHead.TryReadStopping(body, out streamId)) _routes.OnStopping(streamId);
        return true;
    }

    public void OnSessionEnded(int sessionId) => _assembler.Discard(sessionId);

    protected override ValueTask PostAsync(ReadOnlyMemory<byte> message, Correlation correlation, CancellationToken cancellationToken) =>
        PostAsync(correlation.ToUInt64(), message, cancellationToken);

    protected override async ValueTask DisposeCoreAsync()
    {
        if (Interlocked.Exchange(ref _isDisposed, 1) == 0)
        {
            var disposed = new ObjectDisposedException(nameof(IBrokerConnection));
            try
            {
                _outbox.DropRequests(disposed);
                await _outbox.FlushAsync().WaitAsync(Linger).ConfigureAwait(false);
            }
            catch (TimeoutException)
            {
                // Nobody takes what is left.
            }

            _outbox.Close(disposed);
            await LeaveAsync().ConfigureAwait(false);
            await _link.DetachAsync(this).ConfigureAwait(false);
            await _release().ConfigureAwait(false);
            _ended.SetResult();
        }

        await _ended.Task.ConfigureAwait(false);
    }

    private void FailRequests(BrokerException error)
    {
        _outbox.DropRequests(error);
        FailAll(error);
    }

    private async Task LeaveAsync()
    {
        var left = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        await _link.CallAsync(() => _routes.Leave(left)).ConfigureAwait(false);
        try
        {
            await left.Task.WaitAsync(Linger).ConfigureAwait(false);
        }
        catch (TimeoutException)
        {
            // A listener that takes nothing hears no good-bye either; it sees the publication end.
        }
    }

    private ValueTask PostAsync(ulong prefix, ReadOnlyMemory<byte> message, CancellationToken cancellationToken)
    {
        if (cancellationToken.IsCancellationRequested) return ValueTask.FromCanceled(cancellationToken);
        return _address.Limit.TooLarge(message.Length) is { } error ? throw error : _outbox.PostAsync(prefix, message, cancellationToken);
    }
}
