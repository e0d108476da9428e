using System.Buffers;
using System.Collections.Concurrent;

namespace Genie.Brokers.Encryption.Tests;

/// <summary>A messaging system that belongs to the attacker: sees every message and answer, and may put others in their place.</summary>
internal sealed class Tap(IBroker inner) : IBroker
{
    /// <summary>All that came by, oldest first.</summary>
    public ConcurrentQueue<byte[]> Messages { get; } = new();

    /// <summary>All answers that came by, oldest first.</summary>
    public ConcurrentQueue<byte[]> Answers { get; } = new();

    /// <summary>What the listener is given in place of a message.</summary>
    public Func<byte[], byte[]> Message { get; set; } = static message => message;

    /// <summary>What the requester is given in place of an answer.</summary>
    public Func<byte[], byte[]> Answer { get; set; } = static answer => answer;

    public BrokerTraits Traits => inner.Traits;

    public ValueTask<IBrokerConnection> ConnectAsync(string channel, ConnectionOptions options, CancellationToken cancellationToken) =>
        inner.ConnectAsync(channel, options, cancellationToken);

    public ValueTask<IAsyncDisposable> ListenAsync(string channel, ListenOptions options, MessageHandler handler, CancellationToken cancellationToken) =>
        inner.ListenAsync(channel, options, async (sequence, reply, token) =>
        {
            var message = sequence.ToArray();
            Messages.Enqueue(message);
            var answer = new ArrayBufferWriter<byte>();
            await handler(new ReadOnlySequence<byte>(Message(message)), answer, token);
            Answers.Enqueue(answer.WrittenSpan.ToArray());
            reply.Write(Answer(answer.WrittenSpan.ToArray()));
        }, cancellationToken);

    public ValueTask DisposeAsync() => inner.DisposeAsync();
}
