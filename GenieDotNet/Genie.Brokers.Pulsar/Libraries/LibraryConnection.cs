using System.Collections.Concurrent;
using Genie.Brokers.Links;
using Genie.Brokers.Multiplexing;

namespace Genie.Brokers.Pulsar.Libraries;

/// <summary>Sends to one topic. Answers come to a topic of its own, by their correlation-id.</summary>
internal sealed class LibraryConnection : LinkedConnection<LibrarySession>
{
    private readonly LibraryBroker _broker;
    private readonly string _topic;
    private readonly PulsarPartitionChoice _choice;
    private readonly string _key;
    private readonly string _inbox;
    private readonly bool _confirms;
    private readonly SemaphoreSlim _room;
    private readonly ConcurrentDictionary<long, Task> _underWay = new();
    private Producers? _producers;
    private BrokerException? _refused;
    private long _lastSend;
    private int _disposed;

    public LibraryConnection(LibraryBroker broker, string topic, ConnectionOptions options)
        : base(PulsarDrivers.Broker, options)
    {
        _broker = broker;
        _topic = topic;
        _choice = new PulsarPartitionChoice(broker.Options.ProducerName);
        _key = broker.Options.SubscriptionType == PulsarSubscriptionType.KeyShared ? Guid.NewGuid().ToString("N") : "";
        _inbox = PulsarTopic.NewInbox(broker.Options);
        _confirms = options.Confirmation != Confirmation.Buffered;
        _room = new SemaphoreSlim(options.MaxInFlight);
        Link = broker.CreateLink(topic, BeginAsync, OnLost);
    }

    /// <inheritdoc/>
    protected override SupervisedLink<LibrarySession> Link { get; }

    /// <inheritdoc/>
    protected override async ValueTask SendCoreAsync(ReadOnlyMemory<byte> message, CancellationToken cancellationToken)
    {
        Check(message);
        if (Interlocked.Exchange(ref _refused, null) is { } refused) throw refused;

        // One time-out for the link, for room and for the receipt.
        using var limited = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        limited.CancelAfter(Options.RequestTimeout);
        try
        {
            var session = await SessionAsync(limited.Token).ConfigureAwait(false);
            var sent = await SendAsync(session, Volatile.Read(ref _producers)!.Publishing, message, "", "", limited.Token).ConfigureAwait(false);
            if (_confirms) await WaitAsync(sent, limited.Token).ConfigureAwait(false);
            else _ = KeepRefusalAsync(sent);
        }
        catch (OperationCanceledException) when (limited.IsCancellationRequested)
        {
            cancellationToken.ThrowIfCancellationRequested();
            throw NotConfirmed();
        }
    }

    /// <inheritdoc/>
    protected override async ValueTask FlushAsync(LibrarySession session, CancellationToken cancellationToken)
    {
        await Task.WhenAll(_underWay.Values).WaitAsync(cancellationToken).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        cancellationToken.ThrowIfCancellationRequested();
        if (Interlocked.Exchange(ref _refused, null) is { } refused) throw refused;
    }

    /// <inheritdoc/>
    protected override async ValueTask PostAsync(ReadOnlyMemory<byte> message, Correlation correlation, CancellationToken cancellationToken)
    {
        Check(message);
        var session = await SessionAsync(cancellationToken).ConfigureAwait(false);
        var sent = await SendAsync(session, Volatile.Read(ref _producers)!.Requesting, message, _inbox, correlation.ToText(), cancellationToken).ConfigureAwait(false);
        _ = FailAsync(sent, correlation);
    }

    /// <inheritdoc/>
    protected override async ValueTask DisposeCoreAsync()
    {
        if (Interlocked.Exchange(ref _disposed, 1) != 0) return;
        await Task.WhenAny(Task.WhenAll(_underWay.Values), Task.Delay(Options.RequestTimeout)).ConfigureAwait(false);
        await base.DisposeCoreAsync().ConfigureAwait(false);
    }

    private static async Task WaitAsync(Task sent, CancellationToken cancellationToken)
    {
        try
        {
            await sent.WaitAsync(cancellationToken).ConfigureAwait(false);
        }
        catch (OperationCanceledException)
        {
            _ = LibraryErrors.ObserveAsync(sent);
            throw;
        }
    }

    private void Check(ReadOnlyMemory<byte> message)
    {
        ObjectDisposedException.ThrowIf(Volatile.Read(ref _disposed) != 0, typeof(IBrokerConnection));
        if (_broker.Limit.TooLarge(message.Length) is { } error) throw error;
    }

    /// <summary>Waits for room, copies the message and hands it to the library; the inner task completes with the receipt.</summary>
    private async Task<Task> SendAsync(LibrarySession session, ILibraryProducer producer, ReadOnlyMemory<byte> message, string replyTo, string correlation, CancellationToken cancellationToken)
    {
        var (headers, key, body) = Options.NativeHeaders ? _broker.Headers.Unpack(message, _broker.Limit) : ([], "", message);
        var properties = new LibraryProperties(key.Length > 0 ? key : _key, replyTo, correlation, headers);
        await _room.WaitAsync(cancellationToken).ConfigureAwait(false);
        var number = Interlocked.Increment(ref _lastSend);
        var sent = AwaitReceiptAsync(session, producer.SendAsync(body.ToArray(), properties), number);
        if (!sent.IsCompleted) _underWay[number] = sent;
        if (sent.IsCompleted) _underWay.TryRemove(number, out _);
        return sent;
    }

    private async Task AwaitReceiptAsync(LibrarySession session, Task sent, long number)
    {
        try
        {
            var first = await Task.WhenAny(sent, session.Ended).WaitAsync(Options.RequestTimeout).ConfigureAwait(false);
            if (first != sent)
            {
                _ = LibraryErrors.ObserveAsync(sent);
                throw await session.Ended.ConfigureAwait(false);
            }

            await sent.ConfigureAwait(false);
        }
        catch (TimeoutException)
        {
            _ = LibraryErrors.ObserveAsync(sent);
            throw NotConfirmed();
        }
        catch (Exception error)
        {
            throw LibraryErrors.Translate(error);
        }
        finally
        {
            _underWay.TryRemove(number, out _);
            _room.Release();
        }
    }

    private async Task KeepRefusalAsync(Task sent)
    {
        try
        {
            await sent.ConfigureAwait(false);
        }
        catch (Exception error)
        {
            Volatile.Write(ref _refused, error as BrokerException ?? new LinkLostException(PulsarDrivers.Broker, error.Message, error));
        }
    }

    private async Task FailAsync(Task sent, Correlation correlation)
    {
        try
        {
            await sent.ConfigureAwait(false);
        }
        catch (Exception error)
        {
            Fail(correlation, error);
        }
    }

    private async ValueTask<LibrarySession> BeginAsync(IPulsarLibrary library, int partitions, CancellationToken cancellationToken)
    {
        var topic = _choice.Of(_topic, partitions);
        var answers = await library.ReadAsync(_inbox, Math.Max(1000, Options.MaxInFlight), cancellationToken).ConfigureAwait(false);
        var publishing = await library.CreateProducerAsync(topic, batches: true, cancellationToken).ConfigureAwait(false);
        var requesting = await library.CreateProducerAsync(topic, batches: false, cancellationToken).ConfigureAwait(false);
        Volatile.Write(ref _producers, new Producers(publishing, requesting));
        return new LibrarySession(library, new LibraryReceiver(answers, TakeAsync), publishing, requesting);
    }

    private ValueTask TakeAsync(LibraryMessage answer)
    {
        if (Correlation.TryParse(answer.Properties.Correlation, out var correlation)) Complete(correlation, answer.Payload);
        return ValueTask.CompletedTask;
    }

    private sealed record Producers(ILibraryProducer Publishing, ILibraryProducer Requesting);
}
