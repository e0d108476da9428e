using System.Diagnostics;
using System.Runtime.CompilerServices;
using Genie.Brokers.Multiplexing;

namespace Genie.Brokers.Instrumentation;

/// <summary>A connection whose every send and request has its span and its figures, and takes its trace context along.</summary>
internal sealed class InstrumentedConnection(IBrokerConnection inner, ChannelTelemetry telemetry, bool traceContext, bool nativeHeaders, PayloadLimit limit) : IBrokerConnection
{
    /// <inheritdoc/>
    public long LateReplies => inner.LateReplies;

    private bool IsPlain => !traceContext && !ChannelTelemetry.IsObserved;

    /// <inheritdoc/>
    public ValueTask SendAsync(ReadOnlyMemory<byte> message, CancellationToken cancellationToken) =>
        IsPlain ? inner.SendAsync(message, cancellationToken) : SendObservedAsync(message, cancellationToken);

    /// <inheritdoc/>
    public ValueTask<Reply> RequestAsync(ReadOnlyMemory<byte> message, CancellationToken cancellationToken) =>
        IsPlain ? inner.RequestAsync(message, cancellationToken) : RequestObservedAsync(message, cancellationToken);

    /// <inheritdoc/>
    public ValueTask FlushAsync(CancellationToken cancellationToken) => inner.FlushAsync(cancellationToken);

    /// <inheritdoc/>
    public ValueTask DisposeAsync() => inner.DisposeAsync();

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    private async ValueTask SendObservedAsync(ReadOnlyMemory<byte> message, CancellationToken cancellationToken)
    {
        ThrowIfTooLarge(message);
        var observation = telemetry.BeginSend(message.Length);
        var rented = Prefix(ref message, observation.Context);
        try
        {
            await inner.SendAsync(message, cancellationToken).ConfigureAwait(false);
            observation.End(error: null);
        }
        catch (Exception error)
        {
            observation.End(error);
            throw;
        }
        finally
        {
            if (rented is not null) MessageBuffers.Return(rented);
        }
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    private async ValueTask<Reply> RequestObservedAsync(ReadOnlyMemory<byte> message, CancellationToken cancellationToken)
    {
        ThrowIfTooLarge(message);
        var observation = telemetry.BeginRequest(message.Length);
        var rented = Prefix(ref message, observation.Context);
        try
        {
            var reply = await inner.RequestAsync(message, cancellationToken).ConfigureAwait(false);
            observation.End(error: null);
            return reply;
        }
        catch (Exception error)
        {
            observation.End(error);
            throw;
        }
        finally
        {
            if (rented is not null) MessageBuffers.Return(rented);
        }
    }

    private void ThrowIfTooLarge(ReadOnlyMemory<byte> message)
    {
        // Whatever context goes with it, the limit is the same.
        if (traceContext && limit.TooLarge(message.Length) is { } error) throw error;
    }

    /// <summary>Puts the context among the message's headers, or as a prefix before the message, in a rented buffer; null where it needs none.</summary>
    private byte[]? Prefix(ref ReadOnlyMemory<byte> message, in ActivityContext context)
    {
        if (traceContext && nativeHeaders)
        {
            message = TraceHeaders.Add(message, context);
            return null;
        }

        if (!traceContext || !TraceContextPrefix.IsNeeded(context, message.Span)) return null;
        var rented = MessageBuffers.Rent(TraceContextPrefix.BytesMax + message.Length);
        var prefixBytes = TraceContextPrefix.Write(rented, context);
        message.Span.CopyTo(rented.AsSpan(prefixBytes));
        message = rented.AsMemory(0, prefixBytes + message.Length);
        return rented;
    }
}
