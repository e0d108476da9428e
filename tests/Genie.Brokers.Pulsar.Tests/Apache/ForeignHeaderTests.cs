using DotPulsar;
using DotPulsar.Abstractions;
using DotPulsar.Extensions;
using Genie.Brokers.Pulsar.Tests.Servers;

namespace Genie.Brokers.Pulsar.Tests.Apache;

/// <summary>Headers, id and key as properties and partition key, with DotPulsar on the other side.</summary>
[Collection(PulsarServersDefinition.Name)]
public sealed class ForeignHeaderTests(PulsarServers servers)
{
    public static TheoryData<string> AllClients => [.. PulsarDrivers.All.Select(driver => driver.Client)];

    [SkippableTheory]
    [MemberData(nameof(AllClients))]
    public async Task Its_properties_are_the_messages_headers(string client)
    {
        var server = await servers.PlainAsync();
        await using var pulsar = PulsarClient.Builder().ServiceUrl(server.Options.Url).Build();
        await HeaderMessages.ExpectFromAsync(server.Options, client, async topic =>
        {
            await using var producer = pulsar.NewProducer(Schema.ByteArray).Topic(topic).Create();
            for (var number = 0; number < HeaderMessages.Count; number++)
            {
                var metadata = new MessageMetadata { Key = HeaderMessages.Key };
                foreach (var (name, value) in HeaderMessages.PropertiesOf(number)) metadata[name] = value;
                await producer.Send(metadata, HeaderMessages.BodyOf(number));
            }
        });
    }

    [SkippableTheory]
    [MemberData(nameof(AllClients))]
    public async Task It_reads_headers_of_ours(string client)
    {
        var server = await servers.PlainAsync();
        await using var pulsar = PulsarClient.Builder().ServiceUrl(server.Options.Url).Build();
        IConsumer<byte[]>? consumer = null;
        await HeaderMessages.ExpectAtAsync(server.Options, client, async topic =>
        {
            consumer = pulsar.NewConsumer(Schema.ByteArray).Topic(topic).SubscriptionName("theirs").Create();
            await consumer.StateChangedTo(ConsumerState.Active);
            return async token =>
            {
                var message = await consumer.Receive(token);
                return (message.Key, message.Properties, message.Value());
            };
        });
        await consumer!.DisposeAsync();
    }
}
