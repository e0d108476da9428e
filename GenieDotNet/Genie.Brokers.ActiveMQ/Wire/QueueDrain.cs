using System.Text;
using Genie.Brokers.ActiveMQ.Wire.Protocol;
using Genie.Brokers.Links;

namespace Genie.Brokers.ActiveMQ.Wire;

/// <summary>Takes everything from a queue: all up to a message of its own, which is the queue's last.</summary>
internal sealed class QueueDrain(string queue) : StompRole
{
    private readonly TaskCompletionSource _empty = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly byte[] _last = Encoding.ASCII.GetBytes(Guid.NewGuid().ToString("N"));
    private long _taken;

    private ActiveMQDestination Queue => new(queue, IsTopic: false);

    public override string Begin(StompDialect dialect) => dialect.DrainHeaders(Queue);

    /// <summary>Sends the last message and waits for it.</summary>
    /// <param name="session">The session of this role.</param>
    /// <param name="timeout">Gives up when nothing came for this long.</param>
    /// <param name="cancellationToken">Abandons the rest.</param>
    public async Task RunAsync(StompSession session, TimeSpan timeout, CancellationToken cancellationToken)
    {
        byte[] head = [.. session.Dialect.PublishHead(Queue, persistent: false, "correlation-id:"), .. _last, (byte)'\n'];
        await session.Writer.WriteAsync(new SendFrame(head, default, false, default), FlushBy.Caller, cancellationToken).ConfigureAwait(false);
        for (var taken = 0L; ; taken = Volatile.Read(ref _taken))
        {
            var ended = await Task.WhenAny(_empty.Task, session.Ended, Task.Delay(timeout, cancellationToken)).ConfigureAwait(false);
            cancellationToken.ThrowIfCancellationRequested();
            if (ended == _empty.Task)
            {
                await _empty.Task.ConfigureAwait(false);
                return;
            }

            if (ended == session.Ended) throw await session.Ended.ConfigureAwait(false);
            if (taken == Volatile.Read(ref _taken))
                throw new ChannelInUseException(ActiveMQDrivers.Broker, queue);
        }
    }

    public override ValueTask OnMessageAsync(StompSession session, in StompFrame frame)
    {
        Volatile.Write(ref _taken, _taken + 1);
        if (frame.CorrelationId.SequenceEqual(_last)) _empty.TrySetResult();
        return ValueTask.CompletedTask;
    }

    public override void OnRefused(BrokerException error) => _empty.TrySetException(error);
}
