using System.Globalization;
using Confluent.Kafka;
using Confluent.Kafka.Admin;
using Genie.Brokers.Kafka.Official;
using Genie.Testing;

namespace Genie.Brokers.Kafka.Tests;

/// <summary>Topics that others made, with limits of their own, or took away.</summary>
[Collection(KafkaServersDefinition.Name)]
public sealed class KafkaTopicLimitTests(KafkaServers servers)
{
    private const int Small = 20_000;
    private readonly string _channel = Exchanges.NewChannel();

    [SkippableTheory]
    [InlineData(Confirmation.Accepted)]
    [InlineData(Confirmation.Buffered)]
    public async Task Batches_keep_to_the_limit_of_the_topic(Confirmation confirmation)
    {
        const int messages = 3000;
        await using var broker = await CreateAsync(Small);
        var received = 0;
        var all = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        await using var listener = await broker.ListenAsync(_channel, new ListenOptions(), (_, _, _) =>
        {
            if (Interlocked.Increment(ref received) == messages) all.TrySetResult();
            return ValueTask.CompletedTask;
        }, default);
        await using var connection = await broker.ConnectAsync(_channel, new ConnectionOptions { Confirmation = confirmation, MaxInFlight = messages, RequestTimeout = TimeSpan.FromMinutes(1) }, default);
        await Task.WhenAll(Enumerable.Range(0, messages).Select(_ => connection.SendAsync(new byte[300], default).AsTask()));
        await connection.FlushAsync(default);
        await all.Task.WaitAsync(TimeSpan.FromMinutes(1));
    }

    [SkippableTheory]
    [InlineData(Small)]
    [InlineData(0)]
    public async Task The_largest_message_that_the_traits_name_is_taken_and_one_byte_more_names_the_limit(int limit)
    {
        await using var broker = await CreateAsync(limit);
        await using var listener = await broker.ListenAsync(_channel, new ListenOptions(), Exchanges.Echo, default);
        await using var connection = await broker.ConnectAsync(_channel, new ConnectionOptions { RequestTimeout = TimeSpan.FromMinutes(1) }, default);
        var max = (int)broker.Traits.MaxPayloadBytes;
        Assert.InRange(max, limit == 0 ? 1_000_000 : limit - 1000, limit == 0 ? 1_048_588 : limit);
        await connection.SendAsync(new byte[max], default);
        await Exchanges.ExpectAnswersAsync(connection, [max]);
        var error = await Assert.ThrowsAsync<PayloadTooLargeException>(async () => await connection.SendAsync(new byte[max + 1], default));
        Assert.Equal((max + 1, max), (error.PayloadBytes, error.MaxPayloadBytes));
        Assert.Contains($"max.message.bytes of the topic 'genie.{_channel}'", error.Message, StringComparison.Ordinal);
    }

    /// <summary>Made again by the driver, or by others with more partitions: what the client remembers of the old topic must not outlive it.</summary>
    [SkippableTheory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_topic_that_was_deleted_is_told_as_such_and_is_there_again_for_who_connects_next(bool byOthers)
    {
        await using var broker = await CreateAsync(Small);
        await using (var connection = await broker.ConnectAsync(_channel, new ConnectionOptions { RequestTimeout = TimeSpan.FromSeconds(10) }, default))
        {
            await connection.SendAsync(new byte[1], default);
            using (var admin = await AdminAsync()) await admin.DeleteTopicsAsync([$"genie.{_channel}"]);
            // The client learns of it from the next metadata, or by the loss of every leader that it had a link to.
            var error = await Assert.ThrowsAnyAsync<BrokerException>(async () => await connection.SendAsync(new byte[1], default));
            Assert.IsNotType<LinkLostException>(error);
            Assert.Contains($"genie.{_channel}", error.Message, StringComparison.Ordinal);
        }

        if (byOthers)
        {
            // Every partition is served once this connection is there.
            await using var other = await CreateAsync(Small, partitions: 4);
            await using var served = await other.ConnectAsync(_channel, new ConnectionOptions(), default);
        }

        await using var next = await broker.ConnectAsync(_channel, new ConnectionOptions { RequestTimeout = TimeSpan.FromSeconds(30) }, default);
        await next.SendAsync(new byte[1], default);
    }

    private async Task<IAdminClient> AdminAsync()
    {
        var server = await servers.PlainAsync();
        return new AdminClientBuilder(new AdminClientConfig { BootstrapServers = $"{server.Url.Host}:{server.Url.Port}" }).Build();
    }

    // A topic as an administrator makes it; 0: with the server's default limit.
    private async Task<IBroker> CreateAsync(int limit, int partitions = 2)
    {
        var server = await servers.PlainAsync();
        using var admin = await AdminAsync();
        var configs = new Dictionary<string, string>();
        if (limit > 0) configs["max.message.bytes"] = limit.ToString(CultureInfo.InvariantCulture);
        await admin.CreateTopicsAsync([new TopicSpecification { Name = $"genie.{_channel}", NumPartitions = partitions, ReplicationFactor = 1, Configs = configs }]);
        return new KafkaDriver().Create(new KafkaOptions { Url = server.Url });
    }
}
