using System.Buffers;
using System.Runtime.CompilerServices;
using Genie.Brokers.Telemetry;

namespace Genie.Brokers.Multiplexing;

/// <summary>
/// The only request-and-answer code in the repository. A driver implements <see cref="PostAsync"/> and calls
/// <see cref="Complete(Correlation, ReadOnlySpan{byte})"/> when an answer arrives.
/// </summary>
/// <param name="broker">The system's name, for errors.</param>
/// <param name="options">Bound, time-out, continuations.</param>
/// <param name="clock">Drives the time-outs; the system's clock by default.</param>
public abstract class MultiplexedConnection(string broker, ConnectionOptions options, TimeProvider? clock = null) : IBrokerConnection
{
    private readonly PendingTable<Reply> _requests = new(
        options.MaxInFlight, options.RequestTimeout,
        () => new RequestTimeoutException(broker, options.RequestTimeout), options.InlineContinuations, clock);

    /// <inheritdoc/>
    public long LateReplies => _requests.Late;

    /// <summary>The system's name.</summary>
    protected string Broker { get; } = broker;

    /// <summary>What the connection was opened with.</summary>
    protected ConnectionOptions Options { get; } = options;

    /// <inheritdoc/>
    public ValueTask<Reply> RequestAsync(ReadOnlyMemory<byte> message, CancellationToken cancellationToken)
    {
        if (cancellationToken.IsCancellationRequested) return ValueTask.FromCanceled<Reply>(cancellationToken);
        return BrokerTelemetry.IsObserved ? RequestObservedAsync(message, cancellationToken) : BeginRequest(message, cancellationToken);
    }

    /// <inheritdoc/>
    public abstract ValueTask SendAsync(ReadOnlyMemory<byte> message, CancellationToken cancellationToken);

    /// <inheritdoc/>
    public abstract ValueTask FlushAsync(CancellationToken cancellationToken);

    /// <inheritdoc/>
    public ValueTask DisposeAsync()
    {
        _requests.Dispose();
        GC.SuppressFinalize(this);
        return DisposeCoreAsync();
    }

    /// <summary>
    /// Sends a request that carries <paramref name="correlation"/> and the way back. Completes when the message's bytes
    /// are no longer needed; an exception ends the request with it.
    /// </summary>
    protected abstract ValueTask PostAsync(ReadOnlyMemory<byte> message, Correlation correlation, CancellationToken cancellationToken);

    /// <summary>Closes the link. May be called more than once.</summary>
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

    /// <summary>Ends every pending request at once, because the link is gone.</summary>
    protected void FailAll(Exception error) => _requests.FailAll(error);

    /// <summary>A table of the sent messages whose confirmation is awaited: as many as may be in flight, each for the time-out of a request.</summary>
    protected PendingTable<bool> CreateConfirmations() => new(Options.MaxInFlight, Options.RequestTimeout, NotConfirmed, Options.InlineContinuations);

    /// <summary>What a message ends with that was not confirmed in time: whether it arrived is unknown.</summary>
    protected LinkLostException NotConfirmed() => new(Broker, $"no confirmation within {Options.RequestTimeout.TotalSeconds:0.###} s");

    private ValueTask<Reply> BeginRequest(ReadOnlyMemory<byte> message, CancellationToken cancellationToken) =>
        _requests.TryBegin(cancellationToken, out var operation)
            ? Post(operation, message, cancellationToken)
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
        return await Post(operation, message, cancellationToken).ConfigureAwait(false);
    }

    private ValueTask<Reply> Post(PendingOperation<Reply> operation, ReadOnlyMemory<byte> message, CancellationToken cancellationToken)
    {
        // Both are taken before posting: once posted, the operation may be answered at any moment.
        var correlation = operation.Correlation;
        var answer = operation.Task;
        try
        {
            var post = PostAsync(message, correlation, cancellationToken);
            if (!post.IsCompletedSuccessfully) return AwaitPostAsync(post, operation, correlation, answer);
            post.GetAwaiter().GetResult();
        }
        catch (Exception error)
        {
            operation.TryFail(correlation, error);
        }

        return answer;
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    private static async ValueTask<Reply> AwaitPostAsync(
        ValueTask post, PendingOperation<Reply> operation, Correlation correlation, ValueTask<Reply> answer)
    {
        try
        {
            await post.ConfigureAwait(false);
        }
        catch (Exception error)
        {
            operation.TryFail(correlation, error);
        }

        return await answer.ConfigureAwait(false);
    }
}
