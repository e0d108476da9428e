using System.Buffers;
using Genie.Brokers.Links;
using Genie.Brokers.Multiplexing;

namespace Genie.Brokers.Tests.Links;

/// <summary>Speaks <see cref="NumberFrame"/> and remembers what came.</summary>
internal sealed class NumberSession : LinkSession
{
    private NumberSession(LinkTransport transport, LinkOptions options, HandlerBacklog? backlog)
        : base(transport, options)
    {
        Backlog = backlog;
    }

    protected override HandlerBacklog? Backlog { get; }

    public System.Threading.Channels.Channel<int> Received { get; } = System.Threading.Channels.Channel.CreateUnbounded<int>();

    public int Beats { get; private set; }

    public static async ValueTask<NumberSession> OpenAsync(LinkOptions options, LinkHeartbeat? heartbeat, CancellationToken cancellationToken, HandlerBacklog? backlog = null)
    {
        var session = new NumberSession(await LinkTransport.ConnectAsync(options, cancellationToken), options, backlog);
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

    /// <summary>Waits for something of the peer, as for an answer to a command.</summary>
    public Task AwaitAsync(Task answer) => AnswerAsync(answer, CancellationToken.None);

    /// <summary>Done at any moment: as soon as it is asked for, while it is looked at, or later.</summary>
    private static async ValueTask HandleAsync(int number)
    {
        await Task.Yield();
        Thread.SpinWait(number % 50);
    }
}
