using System.Collections.Concurrent;

namespace Genie.Brokers.Encryption.Tests;

/// <summary>
/// A messaging system that belongs to the attacker. He sees every message and answer, and what becomes of them is his: he may drop, delay,
/// reorder, change, double and invent them, and answer in the listener's place.
/// </summary>
internal sealed class HostileBroker(IBroker inner) : IBroker
{
    /// <summary>All that came by, oldest first.</summary>
    public ConcurrentQueue<byte[]> Messages { get; } = new();

    /// <summary>All answers that came by, oldest first.</summary>
    public ConcurrentQueue<byte[]> Answers { get; } = new();

    /// <summary>What becomes of a one-way message: the second argument delivers one.</summary>
    public Func<byte[], Func<byte[], Task>, Task> OnSend { get; set; } = static (message, deliver) => deliver(message);

    /// <summary>What becomes of a request: the second argument delivers one and gives its answer.</summary>
    public Func<byte[], Func<byte[], Task<byte[]>>, Task<byte[]>> OnRequest { get; set; } = static (message, deliver) => deliver(message);

    /// <summary>What the system says of itself.</summary>
    public bool SaysItRedelivers { get; set; }

    public BrokerTraits Traits => inner.Traits with { RedeliversFailures = SaysItRedelivers };

    /// <summary>Is good again.</summary>
    public void Behave()
    {
        OnSend = static (message, deliver) => deliver(message);
        OnRequest = static (message, deliver) => deliver(message);
    }

    /// <summary>A one-way message of the attacker's.</summary>
    public async Task InjectAsync(string channel, byte[] message)
    {
        await using var connection = await inner.ConnectAsync(channel, Accepted, default);
        await connection.SendAsync(message, default);
    }

    /// <summary>A request of the attacker's.</summary>
    public async Task<byte[]> AskAsync(string channel, byte[] message)
    {
        await using var connection = await inner.ConnectAsync(channel, Accepted, default);
        using var answer = await connection.RequestAsync(message, default);
        return answer.Payload.ToArray();
    }

    public async ValueTask<IBrokerConnection> ConnectAsync(string channel, ConnectionOptions options, CancellationToken cancellationToken) =>
        new Connection(this, await inner.ConnectAsync(channel, options, cancellationToken));

    public ValueTask<IAsyncDisposable> ListenAsync(string channel, ListenOptions options, MessageHandler handler, CancellationToken cancellationToken) =>
        inner.ListenAsync(channel, options, handler, cancellationToken);

    public ValueTask DisposeAsync() => inner.DisposeAsync();

    /// <summary>A send is over once it was handled.</summary>
    public static ConnectionOptions Accepted { get; } = new() { Confirmation = Confirmation.Accepted, RequestTimeout = TimeSpan.FromSeconds(60) };

    private sealed class Connection(HostileBroker owner, IBrokerConnection inner) : IBrokerConnection
    {
        public long LateReplies => inner.LateReplies;

        public async ValueTask SendAsync(ReadOnlyMemory<byte> message, CancellationToken cancellationToken)
        {
            owner.Messages.Enqueue(message.ToArray());
            await owner.OnSend(message.ToArray(), bytes => inner.SendAsync(bytes, cancellationToken).AsTask());
        }

        public async ValueTask<Reply> RequestAsync(ReadOnlyMemory<byte> message, CancellationToken cancellationToken)
        {
            owner.Messages.Enqueue(message.ToArray());
            return Reply.Copy(await owner.OnRequest(message.ToArray(), DeliverAsync));

            async Task<byte[]> DeliverAsync(byte[] bytes)
            {
                using var answer = await inner.RequestAsync(bytes, cancellationToken);
                owner.Answers.Enqueue(answer.Payload.ToArray());
                return answer.Payload.ToArray();
            }
        }

        public ValueTask FlushAsync(CancellationToken cancellationToken) => inner.FlushAsync(cancellationToken);

        public ValueTask DisposeAsync() => inner.DisposeAsync();
    }
}
