using Genie.Brokers.Multiplexing;

namespace Genie.Brokers.Instrumentation;

/// <summary>
/// Any broker with spans and figures by OpenTelemetry's semantic conventions for messaging: <c>send</c> and <c>request</c> of connections,
/// <c>process</c> of listeners, under the meter and the activity source <c>Genie.Brokers</c>. Nothing is paid while nobody listens.
/// </summary>
/// <remarks>
/// The contract hands messages to handlers, so there are <c>process</c> spans and, as the conventions have it, no <c>receive</c> spans. With
/// <see cref="InstrumentationOptions.TraceContext"/> the span of a message's handler has its sender's as parent and link. Around
/// an encrypted broker the context is encrypted with the message; inside of one the messaging system sees it. With native headers the context
/// is the headers <c>traceparent</c> and <c>tracestate</c>.
/// </remarks>
/// <param name="inner">The messaging system; disposed with this.</param>
/// <param name="instrumentation">Trace context; the server's name.</param>
public sealed class InstrumentedBroker(IBroker inner, InstrumentationOptions instrumentation) : IBroker
{
    /// <inheritdoc/>
    public BrokerTraits Traits
    {
        get
        {
            var traits = inner.Traits;
            return instrumentation.TraceContext ? traits with { MaxPayloadBytes = traits.MaxPayloadBytes - TraceContextPrefix.BytesMax } : traits;
        }
    }

    /// <inheritdoc/>
    public async ValueTask<IBrokerConnection> ConnectAsync(string channel, ConnectionOptions options, CancellationToken cancellationToken)
    {
        var connection = await inner.ConnectAsync(channel, options, cancellationToken).ConfigureAwait(false);
        var traits = Traits;
        var telemetry = new ChannelTelemetry(traits.Broker, channel, group: null, instrumentation);
        return new InstrumentedConnection(connection, telemetry, instrumentation.TraceContext, options.NativeHeaders, new PayloadLimit(traits.Broker, traits.MaxPayloadBytes));
    }

    /// <inheritdoc/>
    public ValueTask<IAsyncDisposable> ListenAsync(string channel, ListenOptions options, MessageHandler handler, CancellationToken cancellationToken)
    {
        var telemetry = new ChannelTelemetry(inner.Traits.Broker, channel, options.Delivery == Delivery.Broadcast ? null : options.Group, instrumentation);
        return inner.ListenAsync(channel, options, new InstrumentedHandler(handler, telemetry, instrumentation.TraceContext, options.NativeHeaders).HandleAsync, cancellationToken);
    }

    /// <inheritdoc/>
    public ValueTask DeleteChannelAsync(string channel, CancellationToken cancellationToken) => inner.DeleteChannelAsync(channel, cancellationToken);

    /// <inheritdoc/>
    public ValueTask DisposeAsync() => inner.DisposeAsync();
}
