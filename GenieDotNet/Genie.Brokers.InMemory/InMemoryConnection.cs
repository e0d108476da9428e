using Genie.Brokers.InMemory.Faults;
using Genie.Brokers.Multiplexing;

namespace Genie.Brokers.InMemory;

/// <summary>Copies messages into a channel's queue and matches the answers.</summary>
internal sealed class InMemoryConnection : MultiplexedConnection
{
    private readonly InMemoryBroker _broker;
    private readonly InMemoryChannel _channel;
    private readonly bool _confirms;
    private readonly FaultyLink? _faults;
    private int _closed;

    public InMemoryConnection(InMemoryBroker broker, InMemoryChannel channel, ConnectionOptions options)
        : base(InMemoryBroker.Name, options, broker.Clock)
    {
        _broker = broker;
        _channel = channel;
        _confirms = options.Confirmation == Confirmation.Accepted;
        if (broker.Faults is { } faults) _faults = new FaultyLink(broker, channel, faults);
    }

    protected override ValueTask SendCoreAsync(ReadOnlyMemory<byte> message, CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        ObjectDisposedException.ThrowIf(Volatile.Read(ref _closed) != 0, typeof(IBrokerConnection));
        return _confirms
            ? SendConfirmedAsync(message, cancellationToken)
            : PutAsync(message, new InMemoryRoute(this, default, Awaiting.Nothing), cancellationToken);
    }

    protected override ValueTask FlushCoreAsync(CancellationToken cancellationToken) =>
        _faults is null ? ValueTask.CompletedTask : _faults.FlushAsync(cancellationToken);

    /// <summary>An answer, in its envelope.</summary>
    public void Answer(in InMemoryRoute route, ReadOnlyMemory<byte> envelope)
    {
        if (route.Awaiting == Awaiting.Answer) Complete(route.Correlation, envelope.Span);
        else AnswerLater(route.Correlation, envelope.ToArray());
    }

    /// <summary>The handler of a message sent with <see cref="Confirmation.Accepted"/> has ended.</summary>
    public void Settle(Correlation correlation) => Confirm(correlation);

    protected override ValueTask PostAsync(ReadOnlyMemory<byte> message, Correlation correlation, CancellationToken cancellationToken) =>
        PutAsync(message, new InMemoryRoute(this, correlation, Awaiting.Answer), cancellationToken);

    protected override ValueTask PublishAsync(ReadOnlyMemory<byte> message, Correlation correlation, CancellationToken cancellationToken) =>
        PutAsync(message, new InMemoryRoute(this, correlation, Awaiting.Settlement), cancellationToken);

    protected override ValueTask DisposeCoreAsync()
    {
        if (Interlocked.Exchange(ref _closed, 1) != 0) return ValueTask.CompletedTask;
        return _faults is null ? ValueTask.CompletedTask : _faults.FlushAsync(CancellationToken.None);
    }

    private void AnswerLater(Correlation correlation, byte[] envelope) => _faults!.Later(() => Complete(correlation, envelope));

    private ValueTask PutAsync(ReadOnlyMemory<byte> payload, in InMemoryRoute route, CancellationToken cancellationToken)
    {
        if (payload.Length > _broker.Options.MaxPayloadBytes)
            throw new PayloadTooLargeException(InMemoryBroker.Name, payload.Length, _broker.Options.MaxPayloadBytes);
        var message = new InMemoryMessage(MessageBuffers.RentCopy(payload.Span), payload.Length, route);
        return _faults is null ? _channel.EnqueueAsync(message, cancellationToken) : _faults.PutAsync(message, cancellationToken);
    }
}
