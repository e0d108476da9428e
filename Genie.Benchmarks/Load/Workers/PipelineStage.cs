using System.Buffers;
using Genie.Benchmarks.Reporting.Model;
using Genie.Brokers;

namespace Genie.Benchmarks.Load.Workers;

/// <summary>
/// A stage of a pipeline that is not its last: hands each message on to the next one as it is, over the system. A message is acknowledged once the next stage's is
/// confirmed, a request answered with the next stage's answer.
/// </summary>
internal sealed class PipelineStage : IAsyncDisposable
{
    private readonly IBrokerConnection _next;
    private readonly bool _isRequest;
    private IAsyncDisposable? _listener;

    private PipelineStage(IBrokerConnection next, bool isRequest) => (_next, _isRequest) = (next, isRequest);

    /// <summary>Starts one.</summary>
    /// <param name="broker">Where it listens and sends.</param>
    /// <param name="job">What the worker does.</param>
    /// <param name="stage">Which stage it is, from 1.</param>
    /// <param name="cancellationToken">Abandons the start.</param>
    public static async Task<PipelineStage> StartAsync(IBroker broker, WorkerJob job, int stage, CancellationToken cancellationToken)
    {
        var options = new ConnectionOptions { Confirmation = job.Confirmation, MaxInFlight = Math.Max(job.Concurrency, 16), RequestTimeout = TimeSpan.FromSeconds(job.RequestTimeoutSeconds) };
        var started = new PipelineStage(await broker.ConnectAsync(job.ChannelOf(stage + 1), options, cancellationToken).ConfigureAwait(false), job.Mode == RunMode.RoundTrip);
        try
        {
            started._listener = await broker.ListenAsync(job.ChannelOf(stage), new ListenOptions { Concurrency = job.Concurrency, InlineHandler = job.Inline }, started.HandleAsync, cancellationToken).ConfigureAwait(false);
            return started;
        }
        catch
        {
            await started.DisposeAsync().ConfigureAwait(false);
            throw;
        }
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        if (_listener is not null) await _listener.DisposeAsync().ConfigureAwait(false);
        await _next.DisposeAsync().ConfigureAwait(false);
    }

    private async ValueTask HandleAsync(ReadOnlySequence<byte> message, IBufferWriter<byte> reply, CancellationToken cancellationToken)
    {
        var length = checked((int)message.Length);
        var buffer = ArrayPool<byte>.Shared.Rent(length);
        try
        {
            message.CopyTo(buffer);
            var copy = buffer.AsMemory(0, length);
            if (!_isRequest)
            {
                await _next.SendAsync(copy, cancellationToken).ConfigureAwait(false);
                return;
            }

            using var answer = await _next.RequestAsync(copy, cancellationToken).ConfigureAwait(false);
            reply.Write(answer.Payload.Span);
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(buffer);
        }
    }
}
