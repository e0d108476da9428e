using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using System.Net.Quic;
using System.Runtime.CompilerServices;

namespace Genie.Rpc.Quic;

/// <summary>Calls over the streams of one connection, and keeps those of unary calls for the next ones. Safe for concurrent callers.</summary>
internal sealed class QuicRpcChannel(IStreamSource source, QuicRpcSerializer serializer, QuicRpcOptions options) : IAsyncDisposable
{
    private readonly IdleStreams _idle = new(options.ReusedStreams);

    public QuicRpcSerializer Serializer => serializer;

    public QuicRpcOptions Options => options;

    /// <summary>A unary call.</summary>
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    public async ValueTask<TResponse> CallAsync<TRequest, [DynamicallyAccessedMembers(Kept.ForReading)] TResponse>(ushort function, TRequest request, QuicRpcCallOptions call, CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        using var activity = RpcTelemetry.StartCall(function);
        var metadata = RpcTelemetry.WithTrace(call.Metadata ?? QuicRpcMetadata.Empty, activity.Value);
        var timeout = call.Timeout ?? options.CallTimeout;
        var started = timeout == Timeout.InfiniteTimeSpan ? 0 : Stopwatch.GetTimestamp();
        while (true)
        {
            var stream = _idle.TryTake();
            var isReused = stream is not null;
            stream ??= new ClientStream(await OpenAsync(timeout, cancellationToken), serializer, options);
            try
            {
                return await stream.CallAsync<TRequest, TResponse>(function, request, timeout, metadata, cancellationToken);
            }
            catch (QuicRpcException e) when (isReused && e.WasNotTaken && Remaining(ref timeout, ref started))
            {
                // The server ended a stream that was idle just when it was used again: it did not read the call.
            }
            catch (QuicRpcException e)
            {
                activity.Value?.SetStatus(ActivityStatusCode.Error, e.Message);
                throw;
            }
            finally
            {
                await _idle.GiveBackAsync(stream);
            }
        }
    }

    /// <summary>A stream of its own for one call, opened before a deadline.</summary>
    public async ValueTask<QuicStream> OpenAsync(TimeSpan timeout, CancellationToken cancellationToken)
    {
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        if (timeout != Timeout.InfiniteTimeSpan) limit.CancelAfter(timeout);
        try
        {
            return await source.OpenAsync(limit.Token);
        }
        catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
        {
            throw RpcErrors.Deadline(timeout, wasSent: false);
        }
        catch (Exception e) when (ConnectionLoss.Is(e))
        {
            throw RpcErrors.NoConnection(e);
        }
    }

    /// <inheritdoc/>
    public ValueTask DisposeAsync() => _idle.DisposeAsync();

    private static bool Remaining(ref TimeSpan timeout, ref long started)
    {
        if (timeout == Timeout.InfiniteTimeSpan) return true;
        timeout -= Stopwatch.GetElapsedTime(started);
        started = Stopwatch.GetTimestamp();
        return timeout > TimeSpan.Zero;
    }
}
