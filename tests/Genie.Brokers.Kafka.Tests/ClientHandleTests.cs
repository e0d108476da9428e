using Confluent.Kafka;
using Genie.Brokers.Kafka.Official;

namespace Genie.Brokers.Kafka.Tests;

/// <summary>librdkafka's clients of a cluster that is not there: what counts is when they are made and closed.</summary>
public sealed class ClientHandleTests
{
    private static IAdminClient Client() =>
        new AdminClientBuilder(new ClientConfig { BootstrapServers = "127.0.0.1:1" }).SetLogHandler(KafkaErrors.IgnoreLog).Build();

    [Fact]
    public async Task It_is_closed_when_the_last_call_has_ended()
    {
        var left = 0;
        var handle = new ClientHandle<IAdminClient>(Client(), _ => Interlocked.Increment(ref left));
        var call = handle.Enter();
        var closing = handle.DisposeAsync().AsTask();
        Assert.False(closing.IsCompleted);
        Assert.StartsWith("rdkafka#producer", call.Client.Name, StringComparison.Ordinal);
        Assert.Equal(0, Volatile.Read(ref left));
        call.Dispose();
        await closing;
        await handle.DisposeAsync();
        Assert.Equal(1, left);
    }

    [Fact]
    public async Task No_call_begins_while_it_is_closed()
    {
        var handle = new ClientHandle<IAdminClient>(Client());
        using (handle.Enter()) _ = handle.DisposeAsync().AsTask();
        Assert.Throws<ObjectDisposedException>(() => handle.Enter());
        Assert.False(handle.TryEnter(out _));
        await handle.DisposeAsync();
    }

    [Fact]
    public async Task The_first_call_makes_it_and_a_late_one_does_not()
    {
        var made = 0;
        ClientHandle<IAdminClient> New() => new(() =>
        {
            made++;
            return Client();
        });
        var (used, unused) = (New(), New());
        using (used.Enter())
        {
        }

        await used.DisposeAsync();
        await unused.DisposeAsync();
        Assert.Throws<ObjectDisposedException>(() => unused.Enter());
        Assert.Equal(1, made);
    }
}
