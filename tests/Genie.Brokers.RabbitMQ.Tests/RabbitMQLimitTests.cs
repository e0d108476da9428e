using System.Collections.Concurrent;
using System.Diagnostics;
using Genie.Brokers.RabbitMQ.Official;
using RabbitMQ.Client;

namespace Genie.Brokers.RabbitMQ.Tests;

/// <summary>Limits that the server does not tell, and its alarms.</summary>
[Collection(RabbitMQServerTests.Name)]
public sealed class RabbitMQLimitTests(RabbitMQServerFixture fixture)
{
    private static readonly TimeSpan Timeout = TimeSpan.FromSeconds(60);
    private readonly string _channel = $"limits-{Guid.NewGuid():n}";

    [SkippableFact]
    public async Task A_message_that_waits_for_long_waits_at_the_server_and_comes_back_after_its_wait()
    {
        fixture.Require();
        var wait = TimeSpan.FromSeconds(1);
        await using var broker = new RabbitMQBroker(fixture.Options with { HoldMax = TimeSpan.FromMilliseconds(100) });
        var deliveries = new ConcurrentQueue<long>();
        var failures = new ConcurrentQueue<int>();
        var others = 0;
        await using (await broker.ListenAsync(
            _channel,
            new ListenOptions { HandlerFailed = failure => failures.Enqueue(failure.Delivery), Redelivery = new RedeliveryPolicy { DeliveriesMax = 3 } },
            (message, _, _) =>
            {
                if (message.FirstSpan[0] == 0) Interlocked.Increment(ref others);
                if (message.FirstSpan[0] == 0) return ValueTask.CompletedTask;
                deliveries.Enqueue(Stopwatch.GetTimestamp());
                throw new RedeliverException(deliveries.Count == 1 ? wait : TimeSpan.Zero);
            },
            default))
        {
            await using var connection = await broker.ConnectAsync(_channel, new ConnectionOptions(), default);
            await connection.SendAsync(new byte[] { 1 }, default);
            await connection.SendAsync(new byte[] { 0 }, default);
            await ExpectAsync(() => failures.Count == 1 && Volatile.Read(ref others) == 1);
            await using var looking = await new ConnectionFactory { Uri = fixture.Server.Url }.CreateConnectionAsync();
            await using var model = await looking.CreateChannelAsync();
            Assert.InRange((await model.QueueDeclarePassiveAsync($"genie.{_channel}.wait.1000")).MessageCount, 0u, 1u);
            await ExpectAsync(() => failures.Count == 3);
            await model.QueueDeleteAsync($"genie.{_channel}.wait.1000");
        }

        // The third delivery is the last, the earlier ones counted across the wait.
        Assert.Equal([1, 2, 3], failures);
        var at = deliveries.ToArray();
        Assert.InRange(Stopwatch.GetElapsedTime(at[0], at[1]), wait - TimeSpan.FromMilliseconds(50), Timeout);
        Assert.Equal(1, others);
        await DeleteAsync();
    }

    [SkippableFact]
    public async Task A_server_that_takes_no_messages_is_named_as_the_reason()
    {
        fixture.RequireOwn();
        await using var broker = new RabbitMQBroker(fixture.Options);
        await using var listener = await broker.ListenAsync(_channel, new ListenOptions(), (_, _, _) => ValueTask.CompletedTask, default);
        await using var connection = await broker.ConnectAsync(_channel, new ConnectionOptions { RequestTimeout = TimeSpan.FromSeconds(2) }, default);
        await connection.SendAsync(new byte[1], default);
        await NodeControl.EvaluateAsync(fixture.Server.Process!.ProcessId, "vm_memory_monitor:set_vm_memory_high_watermark(0.0000001).");
        try
        {
            foreach (var call in new Func<Task>[] { () => connection.SendAsync(new byte[1], default).AsTask(), () => connection.RequestAsync(new byte[1], default).AsTask() })
            {
                var error = await Assert.ThrowsAsync<BrokerException>(call);
                Assert.True(error.IsTransient);
                Assert.Contains("takes no messages at present (low on memory)", error.Message, StringComparison.Ordinal);
            }
        }
        finally
        {
            await NodeControl.EvaluateAsync(fixture.Server.Process!.ProcessId, "vm_memory_monitor:set_vm_memory_high_watermark(0.4).");
        }

        var deadline = DateTime.UtcNow + Timeout;
        while (true)
        {
            try
            {
                await connection.SendAsync(new byte[1], default);
                break;
            }
            catch (BrokerException) when (DateTime.UtcNow < deadline)
            {
                // The alarm is cleared a moment later.
            }
        }

        await DeleteAsync();
    }

    private static async Task ExpectAsync(Func<bool> holds)
    {
        using var timeout = new CancellationTokenSource(Timeout);
        while (!holds()) await Task.Delay(10, timeout.Token);
    }

    private async Task DeleteAsync()
    {
        await using var broker = new RabbitMQBroker(fixture.Options);
        await broker.DeleteChannelAsync(_channel, default);
    }
}
