using System.Buffers;
using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace Genie.Brokers.Instrumentation;

/// <summary>A handler whose every message has its span and its figures.</summary>
internal sealed class InstrumentedHandler(MessageHandler inner, ChannelTelemetry telemetry, bool traceContext, bool nativeHeaders)
{
    /// <summary>A <see cref="MessageHandler"/>.</summary>
    public ValueTask HandleAsync(ReadOnlySequence<byte> message, IBufferWriter<byte> reply, CancellationToken cancellationToken)
    {
        var sender = default(ActivityContext);
        if (traceContext && nativeHeaders) sender = TraceHeaders.Read(message);
        else if (traceContext) message = TraceContextPrefix.Read(message, out sender);
        return ChannelTelemetry.IsObserved ? HandleObservedAsync(message, sender, reply, cancellationToken) : inner(message, reply, cancellationToken);
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    private async ValueTask HandleObservedAsync(ReadOnlySequence<byte> message, ActivityContext sender, IBufferWriter<byte> reply, CancellationToken cancellationToken)
    {
        var observation = telemetry.BeginProcess(message.Length, sender);
        try
        {
            await inner(message, reply, cancellationToken).ConfigureAwait(false);
        }
        catch (Exception error)
        {
            observation.End(error);
            throw;
        }

        observation.End(error: null);
    }
}
