using System.Buffers;
using System.Threading.Channels;
using Genie.Brokers.Multiplexing;

namespace Genie.Brokers.InMemory;

/// <summary>Calls the handler of the channel's next listener.</summary>
internal sealed class NoneConnection(NoneBroker broker, NoneChannel channel, ConnectionOptions options)
    : MultiplexedConnection(NoneBroker.Name, options)
{
    private int _closed;

    public override ValueTask SendAsync(ReadOnlyMemory<byte> message, CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        ObjectDisposedException.ThrowIf(Volatile.Read(ref _closed) != 0, typeof(IBrokerConnection));
        RequireSize(message);
        var handling = channel.Next().DispatchAsync(new ReadOnlySequence<byte>(message), new NoneRoute(this, default, WantsReply: false));
        return handling.IsCompletedSuccessfully ? handling : AwaitAsync(handling);
    }

    public override ValueTask FlushAsync(CancellationToken cancellationToken) => ValueTask.CompletedTask;

    public void Answer(Correlation correlation, ReadOnlySpan<byte> envelope) => Complete(correlation, envelope);

    protected override ValueTask PostAsync(ReadOnlyMemory<byte> message, Correlation correlation, CancellationToken cancellationToken)
    {
        RequireSize(message);
        var listener = channel.Next();

        // The handler may outlive the request's time-out, and the message is the caller's again then.
        var bytes = MessageBuffers.RentCopy(message.Span);
        var handling = listener.DispatchAsync(
            new ReadOnlySequence<byte>(bytes, 0, message.Length), new NoneRoute(this, correlation, WantsReply: true));
        if (!handling.IsCompletedSuccessfully)
        {
            _ = ReturnAfterAsync(handling, bytes, correlation);
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

    private async ValueTask AwaitAsync(ValueTask handling)
    {
        try
        {
            await handling.ConfigureAwait(false);
        }
        catch (ChannelClosedException)
        {
            // The listener left between being chosen and being called.
            throw new UnroutableException(NoneBroker.Name, channel.Name);
        }
    }

    private async Task ReturnAfterAsync(ValueTask handling, byte[] bytes, Correlation correlation)
    {
        try
        {
            await AwaitAsync(handling).ConfigureAwait(false);
            MessageBuffers.Return(bytes);
        }
        catch (UnroutableException error)
        {
            Fail(correlation, error);
        }
    }

    private void RequireSize(ReadOnlyMemory<byte> message)
    {
        if (message.Length > broker.Options.MaxPayloadBytes)
            throw new PayloadTooLargeException(NoneBroker.Name, message.Length, broker.Options.MaxPayloadBytes);
    }
}
