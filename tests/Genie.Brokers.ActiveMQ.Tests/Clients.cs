using System.Buffers;

namespace Genie.Brokers.ActiveMQ.Tests;

/// <summary>What the tests of the drivers share.</summary>
internal static class Clients
{
    public static readonly TimeSpan SafetyNet = TimeSpan.FromSeconds(60);

    public static readonly MessageHandler Echo = static (message, reply, _) =>
    {
        foreach (var segment in message) reply.Write(segment.Span);
        return ValueTask.CompletedTask;
    };

    public static IBroker Create(ActiveMQOptions options, string client = "wire") =>
        ActiveMQDrivers.All.Single(driver => driver.Client == client).Create(options);

    public static string NewChannel() => $"test-{Guid.NewGuid():N}";

    public static async Task ExpectRoundTripAsync(ActiveMQOptions options)
    {
        await using var broker = Create(options);
        var channel = NewChannel();
        await using var listener = await broker.ListenAsync(channel, new ListenOptions(), Echo, default);
        await using var connection = await broker.ConnectAsync(channel, new ConnectionOptions(), default);
        await ExpectAnswersAsync(connection);
    }

    public static async Task ExpectAnswersAsync(IBrokerConnection connection)
    {
        foreach (var length in new[] { 0, 1, 100_000 })
        {
            var message = new byte[length];
            Random.Shared.NextBytes(message);
            using var reply = await connection.RequestAsync(message, default);
            Assert.True(message.AsSpan().SequenceEqual(reply.Payload.Span));
        }
    }

    public static async Task ExpectRefusedAsync<TError>(ActiveMQOptions options)
        where TError : BrokerException
    {
        await using var broker = Create(options);
        var error = await Assert.ThrowsAsync<TError>(async () => await broker.ConnectAsync("c", new ConnectionOptions(), default));
        Assert.False(error.IsTransient);
        await Assert.ThrowsAsync<TError>(async () => await broker.ListenAsync("c", new ListenOptions(), Echo, default));
    }
}
