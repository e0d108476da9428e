using System.Buffers;

namespace Genie.Brokers.Nats.Tests.WireDriver;

/// <summary>What the tests of the wire driver share.</summary>
internal static class WireTesting
{
    public static readonly MessageHandler Echo = static (message, reply, _) =>
    {
        foreach (var segment in message) reply.Write(segment.Span);
        return ValueTask.CompletedTask;
    };

    public static readonly TimeSpan SafetyNet = TimeSpan.FromSeconds(60);

    public static IBroker Create(NatsOptions options) => NatsDrivers.All.Single(driver => driver.Client == "wire").Create(options);

    public static async Task ExpectRoundTripAsync(NatsOptions options)
    {
        await using var broker = Create(options);
        foreach (var inline in new[] { false, true })
        {
            await using var listener = await broker.ListenAsync("round-trip", new ListenOptions { InlineHandler = inline }, Echo, default);
            await using var connection = await broker.ConnectAsync("round-trip", new ConnectionOptions { InlineContinuations = inline }, default);
            foreach (var length in new[] { 0, 1, 100_000 })
            {
                var message = new byte[length];
                Random.Shared.NextBytes(message);
                using var reply = await connection.RequestAsync(message, default);
                Assert.True(message.AsSpan().SequenceEqual(reply.Payload.Span));
            }
        }
    }
}
