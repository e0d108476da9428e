using System.Buffers;
using System.Runtime.CompilerServices;
using Genie.Brokers.Drivers;
using Genie.Brokers.Telemetry;

namespace Genie.Brokers.Multiplexing;

/// <summary>
/// The only request-and-answer code in the repository. A driver implements <see cref="PostAsync"/> and calls
/// <see cref="Complete(Correlation, ReadOnlySpan{byte})"/> when an answer arrives. One whose system confirms what was sent implements
/// <see cref="PublishAsync"/> and calls <see cref="Confirm"/> when a confirmation arrives.
/// </summary>
public abstract partial class MultiplexedConnection : IBrokerConnection, IBrokerResource
{
    private readonly TimeProvider? _clock;
    private readonly PostMessage _post;
    private readonly PendingTable<Reply> _requests;
    private readonly Lazy<Task> _disposal;
    private bool _isDisposed;

    /// <param name="broker">The system's name, for errors.</param>
    /// <param name="options">Bound, time-out, continuations.</param>
    /// <param name="clock">Drives the time-outs; the system's clock by default.</param>
    protected MultiplexedConnection(string broker, ConnectionOptions options, TimeProvider? clock = null)
    {
        (Broker, Options, _clock) = (broker, options, clock);
        _disposal = new Lazy<Task>(EndAsync);
        _post = PostAsync;
        _publish = PublishAsync;
        _requests = CreateTable<Reply>(() => CreateNotAnswered() ?? new RequestTimeoutException(broker, options.RequestTimeout));
    }

    /// <inheritdoc/>
    public long LateReplies => _requests.Late;

    /// <inheritdoc/>
    Action<IAsyncDisposable>? IBrokerResource.Closed { get; set; }

    /// <summary>The system's name.</summary>
    protected string Broker { get; }

    /// <summary>What the connection was opened with.</summary>
    protected ConnectionOptions Options { get; }

    /// <inheritdoc/>
    public virtual ValueTask OpenAsync(CancellationToken cancellationToken) => ValueTask.CompletedTask;

    /// <inheritdoc/>
    public ValueTask<Reply> RequestAsync(ReadOnlyMemory<byte> message, CancellationToken cancellationToken)
    {
        if (cancellationToken.IsCancellationRequested) return ValueTask.FromCanceled<Reply>(cancellationToken);
        return BrokerTelemetry.IsObserved ? RequestObservedAsync(message, cancellationToken) : BeginRequest(message, cancellationToken);
    }

    /// <inheritdoc/>
    public ValueTask SendAsync(ReadOnlyMemory<byte> message, CancellationToken cancellationToken) =>
        cancellationToken.IsCancellationRequested ? ValueTask.FromCanceled(cancellationToken) : SendCoreAsync(message, cancellationToken);

    /// <inheritdoc/>
    public ValueTask FlushAsync(CancellationToken cancellationToken) =>
        cancellationToken.IsCancellationRequested ? ValueTask.FromCanceled(cancellationToken) : WithinTimeoutAsync(limited => Abandonment.WaitAsync(FlushCoreAsync(limited), limited), cancellationToken);

    /// <inheritdoc/>
    public ValueTask DisposeAsync()
    {
        GC.SuppressFinalize(this);
        return new ValueTask(_disposal.Value);
    }

    private async Task EndAsync()
    {
        Volatile.Write(ref _isDisposed, true);
        _requests.Dispose();
        try
        {
            await DisposeCoreAsync().ConfigureAwait(false);
        }
        finally
        {
            // Not before: what closing the link still sends may be confirmed.
            Volatile.Read(ref _confirmations)?.Dispose();
            ((IBrokerResource)this).Closed?.Invoke(this);
        }
    }

    /// <summary>Sends without an answer: see <see cref="IBrokerConnection.SendAsync"/>. Not called with a token that is cancelled already.</summary>
    protected abstract ValueTask SendCoreAsync(ReadOnlyMemory<byte> message, CancellationToken cancellationToken);

    /// <summary>Completes when everything sent before has left this process and, where the protocol can confirm it, reached the server. Nobody waits for
    /// longer than <see cref="ConnectionOptions.RequestTimeout"/>, when the token is cancelled.</summary>
    protected abstract ValueTask FlushCoreAsync(CancellationToken cancellationToken);

    /// <summary>
    /// Sends a request that carries <paramref name="correlation"/> and the way back. Completes when the message's bytes
    /// are no longer needed; an exception ends the request with it.
    /// </summary>
    protected abstract ValueTask PostAsync(ReadOnlyMemory<byte> message, Correlation correlation, CancellationToken cancellationToken);

    /// <summary>What a request ends with that was not answered in time, where the driver knows why; null: <see cref="RequestTimeoutException"/>.</summary>
    protected virtual BrokerException? CreateNotAnswered() => null;

    /// <summary>Closes the link; called once.</summary>
    protected abstract ValueTask DisposeCoreAsync();

    /// <summary>Hands over an answer as it came from the wire, in its <see cref="ReplyEnvelope"/>; the bytes are copied.</summary>
    /// <returns>False if nobody waits for it any more; it was counted as late.</returns>
    protected bool Complete(Correlation correlation, ReadOnlySpan<byte> envelope)
    {
        if (!_requests.TryClaim(correlation)) return false;
        if (ReplyEnvelope.ReadError(envelope) is { } error) _requests.SetException(correlation, error);
        else _requests.SetResult(correlation, new Reply(ReplyBuffer.Rent(envelope[ReplyEnvelope.HeaderBytes..])));
        return true;
    }

    /// <inheritdoc cref="Complete(Correlation, ReadOnlySpan{byte})"/>
    protected bool Complete(Correlation correlation, in ReadOnlySequence<byte> envelope)
    {
        if (envelope.IsSingleSegment) return Complete(correlation, envelope.FirstSpan);
        if (!_requests.TryClaim(correlation)) return false;
        var status = envelope.Slice(0, Math.Min(envelope.Length, ReplyEnvelope.HeaderBytes)).ToArray();
        if (status is not [ReplyEnvelope.Success]) _requests.SetException(correlation, ReplyEnvelope.ReadError(envelope.ToArray())!);
        else _requests.SetResult(correlation, new Reply(ReplyBuffer.Rent(envelope.Slice(ReplyEnvelope.HeaderBytes))));
        return true;
    }

    /// <summary>Ends one pending request with an error that the server or the library reported for it.</summary>
    /// <returns>False if it has ended. An error is no answer, so <see cref="LateReplies"/> does not count it: after a lost link a
    /// library may report each message that <see cref="FailAll"/> has ended before.</returns>
    protected bool Fail(Correlation correlation, Exception error) => _requests.TryFail(correlation, error);

    /// <summary>Ends every pending request and every send that awaits its confirmation, because the link is gone.</summary>
    protected void FailAll(Exception error)
    {
        FailRequests(error);
        Volatile.Read(ref _confirmations)?.FailAll(error);
    }

    /// <summary>Ends every pending request, as when the link is gone on which answers come.</summary>
    protected void FailRequests(Exception error) => _requests.FailAll(error);

    private PendingTable<TResult> CreateTable<TResult>(Func<Exception> timeoutError) =>
        new(Options.MaxInFlight, Options.RequestTimeout, timeoutError, Options.InlineContinuations, _clock);

    private ValueTask<Reply> BeginRequest(ReadOnlyMemory<byte> message, CancellationToken cancellationToken) =>
        _requests.TryBegin(cancellationToken, out var operation)
            ? Post(operation, message)
            : WaitThenPostAsync(message, cancellationToken);

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    private async ValueTask<Reply> RequestObservedAsync(ReadOnlyMemory<byte> message, CancellationToken cancellationToken)
    {
        var observation = BrokerTelemetry.Begin(Broker);
        try
        {
            var reply = await BeginRequest(message, cancellationToken).ConfigureAwait(false);
            observation.End(error: null);
            return reply;
        }
        catch (Exception error)
        {
            observation.End(error);
            throw;
        }
    }

    private async ValueTask<Reply> WaitThenPostAsync(ReadOnlyMemory<byte> message, CancellationToken cancellationToken)
    {
        var operation = await _requests.BeginAsync(cancellationToken).ConfigureAwait(false);
        return await Post(operation, message).ConfigureAwait(false);
    }

    private ValueTask<Reply> Post(PendingOperation<Reply> operation, ReadOnlyMemory<byte> message)
    {
        var answer = operation.Task;
        var posting = _post.ForAsync(operation, message);
        return posting.IsCompleted ? answer : AwaitBothAsync(posting, answer);
    }

    // The caller's buffer is in use until the message is posted. A request that fails before cancels that.
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    private static async ValueTask<Reply> AwaitBothAsync(ValueTask posting, ValueTask<Reply> answer)
    {
        await posting.ConfigureAwait(false);
        return await answer.ConfigureAwait(false);
    }
}
