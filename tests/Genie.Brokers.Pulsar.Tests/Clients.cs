using System.Buffers;

namespace Genie.Brokers.Pulsar.Tests;

/// <summary>What the tests of the drivers share.</summary>
internal static class Clients
{
    public static readonly TimeSpan SafetyNet = TimeSpan.FromSeconds(60);

    // Callers beyond the bound wait, and go on in no order.
    public static readonly ConnectionOptions Patient = new() { RequestTimeout = SafetyNet, MaxInFlight = 4096 };

    public static readonly MessageHandler Echo = static (message, reply, _) =>
    {
        foreach (var segment in message) reply.Write(segment.Span);
        return ValueTask.CompletedTask;
    };

    public static IBroker Create(PulsarOptions options, string client = "wire") =>
        PulsarDrivers.All.Single(driver => driver.Client == client).Create(options);

    public static string NewChannel() => $"test-{Guid.NewGuid():N}";

    public static async Task ExpectRoundTripAsync(PulsarOptions options, string client = "wire")
    {
        await using var broker = Create(options, client);
        var channel = NewChannel();
        await using var listener = await broker.ListenAsync(channel, new ListenOptions(), Echo, default);
        await using var connection = await broker.ConnectAsync(channel, Patient, default);
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

    public static async Task ExpectRefusedAsync<TError>(PulsarOptions options, string client = "wire")
        where TError : BrokerException
    {
        await using var broker = Create(options, client);
        var error = await Assert.ThrowsAsync<TError>(async () => await broker.ConnectAsync("c", new ConnectionOptions(), default));
        Assert.False(error.IsTransient);
        await Assert.ThrowsAsync<TError>(async () => await broker.ListenAsync("c", new ListenOptions(), Echo, default));
    }

    /// <summary>Sends numbers, many of them unconfirmed at once.</summary>
    public static async Task SendAsync(IBrokerConnection connection, int from, int count) =>
        await Task.WhenAll(Enumerable.Range(from, count).Select(number => connection.SendAsync(BitConverter.GetBytes(number), default).AsTask()));
}
