using System.Buffers;
using Genie.Brokers.Kafka.Official;

namespace Genie.Brokers.Kafka.Tests;

/// <summary>Listeners that end while the library or a handler is at work; on the mock cluster. Whoever calls a closed client of librdkafka damages this process's heap.</summary>
public sealed class KafkaEndingTests : IAsyncLifetime
{
    private static readonly TimeSpan Timeout = TimeSpan.FromSeconds(120);

    private readonly IBroker _broker = new KafkaMockDriver().Create(new KafkaOptions());

    public Task InitializeAsync() => Task.CompletedTask;

    public async Task DisposeAsync() => await _broker.DisposeAsync();

    [Fact]
    public async Task A_listener_that_waits_for_nothing_ends_while_it_reads()
    {
        await Task.WhenAll(Enumerable.Range(0, 40).Select(async number =>
        {
            var listener = await _broker.ListenAsync($"ending-{number}", new ListenOptions { StopTimeout = TimeSpan.Zero }, (_, _, _) => default, default);
            await listener.DisposeAsync();
        })).WaitAsync(Timeout);
    }

    [Fact]
    public async Task Listeners_to_all_whose_opening_is_cancelled_keep_nobody_from_listening()
    {
        var toAll = new ListenOptions { Delivery = Delivery.Broadcast };
        await using var connection = await _broker.ConnectAsync("followed", new ConnectionOptions { Delivery = Delivery.Broadcast }, default);
        await Task.WhenAll(Enumerable.Range(0, 8).Select(async worker =>
        {
            for (var round = 0; round < 10; round++)
            {
                using var cancelling = new CancellationTokenSource(TimeSpan.FromMilliseconds((2 * round) + 1));
                try
                {
                    await using var listener = await _broker.ListenAsync("followed", toAll, (_, _, _) => default, cancelling.Token);
                }
                catch (OperationCanceledException)
                {
                    // As asked.
                }
            }
        })).WaitAsync(Timeout);
        var received = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        await using var last = await _broker.ListenAsync(
            "followed",
            toAll,
            (_, _, _) =>
            {
                received.TrySetResult();
                return default;
            },
            default);
        await connection.SendAsync(new byte[1], default);
        await received.Task.WaitAsync(Timeout);
    }

    [Fact]
    public async Task A_handler_that_outlives_its_listener_answers_nobody()
    {
        var leave = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        var entered = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        var listener = await _broker.ListenAsync(
            "outlived",
            new ListenOptions { Concurrency = 2, StopTimeout = TimeSpan.FromMilliseconds(100) },
            async (message, reply, _) =>
            {
                if (message.Length == 1) return;
                entered.TrySetResult();
                await leave.Task;
                reply.Write("late"u8);
            },
            default);
        await using var connection = await _broker.ConnectAsync("outlived", new ConnectionOptions { RequestTimeout = TimeSpan.FromSeconds(10) }, default);
        await connection.RequestAsync(new byte[1], default);
        var outlived = connection.RequestAsync(new byte[2], default).AsTask();
        await entered.Task.WaitAsync(Timeout);
        await listener.DisposeAsync();
        leave.SetResult();
        await Assert.ThrowsAsync<RequestTimeoutException>(() => outlived.WaitAsync(Timeout));
    }
}
