using System.Buffers;
using Genie.Brokers;
using Xunit;

namespace Genie.Testing;

/// <summary>What tests of drivers do with a broker beside the suite.</summary>
public static class Exchanges
{
    /// <summary>Answers with the message.</summary>
    public static MessageHandler Echo { get; } = static (message, reply, _) =>
    {
        foreach (var segment in message) reply.Write(segment.Span);
        return ValueTask.CompletedTask;
    };

    /// <summary>A channel that nobody used before.</summary>
    public static string NewChannel() => $"test-{Guid.NewGuid():N}";

    /// <summary>Listens, connects and expects answers; disposes of the broker.</summary>
    public static async Task ExpectRoundTripAsync(IBroker created, ConnectionOptions? options = null)
    {
        await using var broker = created;
        var channel = NewChannel();
        await using var listener = await broker.ListenAsync(channel, new ListenOptions(), Echo, default);
        await using var connection = await broker.ConnectAsync(channel, options ?? new ConnectionOptions(), default);
        await ExpectAnswersAsync(connection);
    }

    /// <summary>Requests of several sizes, whose answers are the same bytes.</summary>
    public static Task ExpectAnswersAsync(IBrokerConnection connection) => ExpectAnswersAsync(connection, [0, 1, 100_000]);

    /// <summary>Requests of the given sizes, whose answers are the same bytes.</summary>
    public static async Task ExpectAnswersAsync(IBrokerConnection connection, IEnumerable<int> lengths)
    {
        foreach (var length in lengths) await ExpectAnswerAsync(connection, length, CancellationToken.None);
    }

    /// <summary>Expects an answer to two bytes within a minute and a half, whatever fails before: nobody listens yet, or links are being restored.</summary>
    public static async Task ExpectAnswerInTheEndAsync(IBrokerConnection connection)
    {
        for (var deadline = DateTime.UtcNow + TimeSpan.FromSeconds(90); ; await Task.Delay(20))
        {
            // A request that comes before the listener's link is back may be lost, and its timeout may be as long as all of this.
            using var attempt = new CancellationTokenSource(TimeSpan.FromSeconds(10));
            try
            {
                await ExpectAnswerAsync(connection, 2, attempt.Token);
                return;
            }
            catch (Exception error) when ((error is BrokerException or OperationCanceledException) && DateTime.UtcNow < deadline)
            {
                // Not yet.
            }
        }
    }

    /// <summary>Asks a foreign program, which may not have subscribed yet.</summary>
    /// <param name="connection">Asks.</param>
    /// <param name="message">The question.</param>
    /// <param name="peer">Who is to answer; once it has ended, nobody will.</param>
    public static async Task<Reply> AskUntilSomebodyListensAsync(IBrokerConnection connection, ReadOnlyMemory<byte> message, Task peer)
    {
        while (true)
        {
            try
            {
                return await connection.RequestAsync(message, default);
            }
            catch (UnroutableException) when (!peer.IsCompleted)
            {
                await Task.Delay(50);
            }
        }
    }

    /// <summary>Connecting and listening end with an error that is not transient; disposes of the broker.</summary>
    public static async Task ExpectRefusedAsync<TError>(IBroker created)
        where TError : BrokerException
    {
        await using var broker = created;
        var error = await Assert.ThrowsAsync<TError>(async () => await broker.ConnectAsync("c", new ConnectionOptions(), default));
        Assert.False(error.IsTransient);
        await Assert.ThrowsAsync<TError>(async () => await broker.ListenAsync("c", new ListenOptions(), Echo, default));
    }

    private static async Task ExpectAnswerAsync(IBrokerConnection connection, int length, CancellationToken cancellationToken)
    {
        var message = new byte[length];
        Random.Shared.NextBytes(message);
        using var reply = await connection.RequestAsync(message, cancellationToken);
        Assert.True(message.AsSpan().SequenceEqual(reply.Payload.Span));
    }
}
