using System.Buffers;
using Genie.Brokers;
using Genie.Brokers.Links;
using Genie.Brokers.Multiplexing;

namespace Genie.Benchmarks.Drivers.Sockets;

/// <summary>The client's end: many requests on one socket, written as they come. A lost link stays lost.</summary>
internal sealed class SocketsConnection(ConnectionOptions options, LinkOptions link) : MultiplexedConnection(SocketsDriver.Name, options)
{
    private SocketsSession? _session;

    private SocketsSession Session => _session ?? throw new LinkLostException(Broker, "it is not open");

    /// <inheritdoc/>
    public override async ValueTask OpenAsync(CancellationToken cancellationToken)
    {
        using var limited = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        limited.CancelAfter(link.ConnectTimeout);
        var transport = await LinkTransport.ConnectAsync(link, limited.Token).ConfigureAwait(false);
        _session = SocketsSession.Start(transport, link, Receive, answers: false);
        _ = FailAtEndAsync(_session);
    }

    /// <inheritdoc/>
    protected override ValueTask SendCoreAsync(ReadOnlyMemory<byte> message, CancellationToken cancellationToken) => Options.Confirmation == Confirmation.Accepted
        ? SendConfirmedAsync(message, cancellationToken)
        : WriteAsync(SocketsFrameKind.OneWay, default, message, FlushBy.Background, cancellationToken);

    /// <inheritdoc/>
    protected override ValueTask FlushCoreAsync(CancellationToken cancellationToken) => Session.Writer.DrainAsync(cancellationToken);

    /// <inheritdoc/>
    protected override ValueTask PostAsync(ReadOnlyMemory<byte> message, Correlation correlation, CancellationToken cancellationToken) =>
        WriteAsync(SocketsFrameKind.Request, correlation, message, FlushBy.Caller, cancellationToken);

    /// <inheritdoc/>
    protected override ValueTask PublishAsync(ReadOnlyMemory<byte> message, Correlation correlation, CancellationToken cancellationToken) =>
        WriteAsync(SocketsFrameKind.Confirm, correlation, message, FlushBy.Background, cancellationToken);

    /// <inheritdoc/>
    protected override async ValueTask DisposeCoreAsync()
    {
        if (_session is { } session) await session.CloseAsync(link.CloseTimeout).ConfigureAwait(false);
    }

    private ValueTask WriteAsync(SocketsFrameKind kind, Correlation correlation, ReadOnlyMemory<byte> message, FlushBy flushBy, CancellationToken cancellationToken)
    {
        if (message.Length > SocketsFrame.PayloadBytesMax) throw new PayloadTooLargeException(Broker, message.Length, SocketsFrame.PayloadBytesMax);
        return Session.Writer.WriteAsync(new SocketsFrame(kind, correlation.ToUInt64(), message), flushBy, cancellationToken);
    }

    private ValueTask Receive(SocketsSession session, SocketsFrameKind kind, ulong correlation, ReadOnlySequence<byte> payload)
    {
        if (kind == SocketsFrameKind.Confirm) Confirm(Correlation.FromUInt64(correlation), payload.IsEmpty ? null : new RemoteHandlerException("the worker's handler failed"));
        else Complete(Correlation.FromUInt64(correlation), payload);
        return ValueTask.CompletedTask;
    }

    private async Task FailAtEndAsync(SocketsSession session) => FailAll(await session.Ended.ConfigureAwait(false));
}
