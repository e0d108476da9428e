using System.Buffers;
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

    protected override bool TryReceive(ref ReadOnlySequence<byte> buffer, out ValueTask handling)
    {
        handling = default;
        if (!NumberFrame.TryRead(ref buffer, out var number)) return false;
        Received.Writer.TryWrite(number);

        // A protocol that must wait after each frame: the loop has to come back for the rest.
        if (number % 2 == 1) handling = HandleAsync(number);
        return true;
    }

    protected override ValueTask SendHeartbeatAsync(CancellationToken cancellationToken)
    {
        Beats++;
        return Writer.WriteAsync(new NumberFrame(-1), FlushBy.Caller, cancellationToken);
    }

    /// <summary>Done at any moment: as soon as it is asked for, while it is looked at, or later.</summary>
    private static async ValueTask HandleAsync(int number)
    {
        await Task.Yield();
        Thread.SpinWait(number % 50);
    }
}
