using Genie.Brokers.Multiplexing;
using Genie.Brokers.ProtoActor.Official.Messages;

namespace Genie.Brokers.ProtoActor.Official.Sending;

/// <summary>A connection whose messages go to an actor.</summary>
internal sealed class ActorConnection : MultiplexedConnection
{
    private static readonly TimeSpan DrainTimeout = TimeSpan.FromSeconds(5);

    private readonly string _channel;
    private readonly int _maxMessageBytes;
    private readonly IActorLink _link;
    private readonly FlushMarks _marks;
    private readonly SendWindow _window;
    private int _isDisposed;

    public ActorConnection(string channel, ConnectionOptions options, ProtoActorOptions actorOptions, IActorLink link)
        : base(ProtoActorDrivers.Name, options)
    {
        _channel = channel;
        _maxMessageBytes = actorOptions.MaxMessageBytes;
        _link = link;
        _marks = new FlushMarks(Broker, options.RequestTimeout);
        _window = new SendWindow(
            options.MaxInFlight, () => link.Session is not null, () => link.OpenSessionAsync(CancellationToken.None).AsTask(),
            message => Tell(ActorRequestKind.OneWay, default, message), () => MarkAsync(CancellationToken.None));
        link.Attach(system => new AnswerProcess(system, OnAnswer, link.OnUndeliverable), OnLost);
    }

    public override ValueTask OpenAsync(CancellationToken cancellationToken) => new(_link.StartAsync());

    protected override ValueTask SendCoreAsync(ReadOnlyMemory<byte> message, CancellationToken cancellationToken)
    {
        Check(message);
        return _window.SendAsync(message, cancellationToken);
    }

    protected override async ValueTask FlushCoreAsync(CancellationToken cancellationToken)
    {
        await _window.PassAsync(cancellationToken).ConfigureAwait(false);
        await MarkAsync(cancellationToken).ConfigureAwait(false);
    }

    protected override ValueTask PostAsync(ReadOnlyMemory<byte> message, Correlation correlation, CancellationToken cancellationToken)
    {
        Check(message);
        return OpenThenTellAsync(ActorRequestKind.Request, correlation, message, cancellationToken);
    }

    protected override async ValueTask DisposeCoreAsync()
    {
        if (Interlocked.Exchange(ref _isDisposed, 1) != 0) return;
        var error = new ObjectDisposedException(nameof(IBrokerConnection));
        _window.Close(error);
        await DrainAsync().ConfigureAwait(false);
        _marks.FailAll(error);
        await _link.DisposeAsync().ConfigureAwait(false);
    }

    // The library ends its link without having sent all that it was given.
    private async ValueTask DrainAsync()
    {
        if (_link.Session is null || _window.IsEmpty) return;
        using var limited = new CancellationTokenSource(DrainTimeout);
        try
        {
            await MarkAsync(limited.Token).ConfigureAwait(false);
        }
        catch (Exception error) when (error is BrokerException or OperationCanceledException)
        {
            // The way is lost, or the listener takes nothing more.
        }
    }

    private void Check(ReadOnlyMemory<byte> message)
    {
        ObjectDisposedException.ThrowIf(_isDisposed != 0, typeof(IBrokerConnection));
        if (message.Length > _maxMessageBytes) throw new PayloadTooLargeException(Broker, message.Length, _maxMessageBytes);
    }

    private ValueTask MarkAsync(CancellationToken cancellationToken) =>
        _marks.FlushAsync((mark, token) => OpenThenTellAsync(ActorRequestKind.Mark, mark, default, token), cancellationToken);

    private ValueTask OpenThenTellAsync(ActorRequestKind kind, Correlation correlation, ReadOnlyMemory<byte> message, CancellationToken cancellationToken)
    {
        if (_link.Session is null) return AwaitSessionAsync();
        Tell(kind, correlation, message);
        return ValueTask.CompletedTask;

        async ValueTask AwaitSessionAsync()
        {
            await WithinTimeoutAsync(async token => await _link.OpenSessionAsync(token).ConfigureAwait(false), cancellationToken).ConfigureAwait(false);
            Tell(kind, correlation, message);
        }
    }

    private void Tell(ActorRequestKind kind, Correlation correlation, ReadOnlyMemory<byte> message)
    {
        // Lost in this moment: what ends the others ends this one too, and a one-way message is lost with them.
        if (TryTell(kind, correlation, message) || kind == ActorRequestKind.OneWay) return;
        throw new LinkLostException(Broker, "the actor's location is not known any more");
    }

    private bool TryTell(ActorRequestKind kind, Correlation correlation, ReadOnlyMemory<byte> message)
    {
        if (_link.Session is not { } session) return false;
        var request = new ActorRequest(kind, _channel, kind == ActorRequestKind.OneWay ? 0 : correlation.ToUInt64(), message.ToArray());
        try
        {
            if (kind == ActorRequestKind.OneWay) session.System.Root.Send(session.Target, request);
            else session.System.Root.Request(session.Target, request, session.Self);
            return true;
        }
        catch (ObjectDisposedException)
        {
            // Proto.Remote's link, which was lost and taken away since the session was read; not the connection.
            return false;
        }
    }

    private void OnAnswer(ActorAnswer answer)
    {
        var correlation = Correlation.FromUInt64(answer.Correlation);
        if (_marks.TryComplete(correlation)) return;
        if (answer.Envelope is { } envelope) Complete(correlation, envelope.Span);
        else Fail(correlation, new UnroutableException(Broker, _channel));
    }

    // On this thread, so that what is sent after the loss is not ended by it. Elsewhere what might wait, or run a caller's code: Proto.Remote reports a loss
    // while it holds the lock that every send needs, and a sender holds the window's lock meanwhile.
    private void OnLost(BrokerException error)
    {
        if (Options.InlineContinuations) ThreadPool.UnsafeQueueUserWorkItem(EndRequests, error, preferLocal: false);
        else EndRequests(error);
        ThreadPool.UnsafeQueueUserWorkItem(_window.FailWaiting, error, preferLocal: false);
    }

    private void EndRequests(BrokerException error)
    {
        FailAll(error);
        _marks.FailAll(error);
    }
}
