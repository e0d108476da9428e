using System.Buffers;
using System.Threading.Channels;
using Genie.Brokers.Multiplexing;

namespace Genie.Brokers.InMemory;

/// <summary>Calls the handler of the channel's next listener.</summary>
internal sealed class NoneConnection(NoneBroker broker, NoneChannel channel, ConnectionOptions options)
    : MultiplexedConnection(NoneBroker.Name, options)
{
    private int _closed;

    protected override ValueTask SendCoreAsync(ReadOnlyMemory<byte> message, CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        ObjectDisposedException.ThrowIf(Volatile.Read(ref _closed) != 0, typeof(IBrokerConnection));
        RequireSize(message);
        var bytes = new ReadOnlySequence<byte>(message);
        var route = new NoneRoute(this, default, WantsReply: false);
        var handling = channel.Next().DispatchAsync(bytes, route);
        return handling.IsCompletedSuccessfully ? handling : AwaitAsync(handling, bytes, route);
    }

    protected override ValueTask FlushCoreAsync(CancellationToken cancellationToken) => ValueTask.CompletedTask;

    public void Answer(Correlation correlation, ReadOnlySpan<byte> envelope) => Complete(correlation, envelope);

    protected override ValueTask PostAsync(ReadOnlyMemory<byte> message, Correlation correlation, CancellationToken cancellationToken)
    {
        RequireSize(message);
        var listener = channel.Next();

        // The handler may outlive the request's time-out, and the message is the caller's again then.
        var bytes = MessageBuffers.RentCopy(message.Span);
        var route = new NoneRoute(this, correlation, WantsReply: true);
        var handling = listener.DispatchAsync(new ReadOnlySequence<byte>(bytes, 0, message.Length), route);
        if (!handling.IsCompletedSuccessfully)
        {
            _ = ReturnAfterAsync(handling, bytes, message.Length, route);
            return ValueTask.CompletedTask;
        }

        handling.GetAwaiter().GetResult();
        MessageBuffers.Return(bytes);
        return ValueTask.CompletedTask;
    }

    protected override ValueTask DisposeCoreAsync()
    {
        Volatile.Write(ref _closed, 1);
        return ValueTask.CompletedTask;
    }

    // A listener that left between being chosen and being called has not handled the message; the next one does.
    private async ValueTask AwaitAsync(ValueTask handling, ReadOnlySequence<byte> message, NoneRoute route)
    {
        while (true)
        {
            try
            {
                await handling.ConfigureAwait(false);
                return;
            }
            catch (ChannelClosedException)
            {
                handling = channel.Next().DispatchAsync(message, route);
            }
        }
    }

    private async Task ReturnAfterAsync(ValueTask handling, byte[] bytes, int length, NoneRoute route)
    {
        try
        {
            await AwaitAsync(handling, new ReadOnlySequence<byte>(bytes, 0, length), route).ConfigureAwait(false);
            MessageBuffers.Return(bytes);
        }
        catch (UnroutableException error)
        {
            Fail(route.Correlation, error);
        }
    }

    private void RequireSize(ReadOnlyMemory<byte> message)
    {
        if (message.Length > broker.Options.MaxPayloadBytes)
            throw new PayloadTooLargeException(NoneBroker.Name, message.Length, broker.Options.MaxPayloadBytes);
    }
}
