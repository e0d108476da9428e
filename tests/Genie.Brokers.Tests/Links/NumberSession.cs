using System.Buffers;
using System.Buffers.Binary;
using Genie.Brokers.Links;

namespace Genie.Brokers.Tests.Links;

/// <summary>Speaks <see cref="NumberFrame"/> and remembers what came.</summary>
internal sealed class NumberSession : LinkSession
{
    private NumberSession(LinkTransport transport, LinkOptions options)
        : base(transport, options)
    {
    }

    public System.Threading.Channels.Channel<int> Received { get; } = System.Threading.Channels.Channel.CreateUnbounded<int>();

    public int Beats { get; private set; }

    public static async ValueTask<NumberSession> OpenAsync(LinkOptions options, LinkHeartbeat? heartbeat, CancellationToken cancellationToken)
    {
        var session = new NumberSession(await LinkTransport.ConnectAsync(options, cancellationToken), options);
        session.Start(heartbeat);
        return session;
    }

    protected override ValueTask ReceiveAsync(ref ReadOnlySequence<byte> buffer)
    {
        Span<byte> bytes = stackalloc byte[sizeof(int)];
        while (buffer.Length >= sizeof(int))
        {
            buffer.Slice(0, sizeof(int)).CopyTo(bytes);
            buffer = buffer.Slice(sizeof(int));
            var number = BinaryPrimitives.ReadInt32LittleEndian(bytes);
            Received.Writer.TryWrite(number);

            // A protocol that must wait after each frame: the loop has to come back for the rest.
            if (number % 2 == 1) return YieldAsync();
        }

        return ValueTask.CompletedTask;
    }

    protected override ValueTask SendHeartbeatAsync(CancellationToken cancellationToken)
    {
        Beats++;
        return Writer.WriteAsync(new NumberFrame(-1), FlushBy.Caller, cancellationToken);
    }

    private static async ValueTask YieldAsync() => await Task.Yield();
}
