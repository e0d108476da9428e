using Genie.Testing;

namespace Genie.Brokers.ZeroMQ.Tests;

/// <summary>Clients may be there first: what they send waits for the listener.</summary>
public sealed class WaitingMessagesTests
{
    private const int Rounds = 10;
    private const int Messages = 20;

    public static TheoryData<string> Clients => [.. ZeroMQDrivers.All.Select(driver => driver.Client)];

    [Theory]
    [MemberData(nameof(Clients))]
    public async Task What_was_sent_before_the_listener_was_bound_reaches_it(string client)
    {
        for (var round = 0; round < Rounds; round++)
        {
            await using var broker = ZeroMQDrivers.All.Single(driver => driver.Client == client).Create(Brokerless.FreePort());
            await using var connection = await broker.ConnectAsync("c", new ConnectionOptions(), default);
            var sends = Enumerable.Range(0, Messages).Select(number => connection.SendAsync(new[] { (byte)number }, default).AsTask()).ToArray();
            var received = 0;
            await using var listener = await broker.ListenAsync("c", new ListenOptions(), (_, _, _) =>
            {
                Interlocked.Increment(ref received);
                return ValueTask.CompletedTask;
            }, default);
            await Task.WhenAll(sends);
            await Until.TrueAsync(() => Volatile.Read(ref received) == Messages);
        }
    }
}
