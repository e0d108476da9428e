using Genie.Brokers.Pulsar.Tests.Servers;
using global::Pulsar.Client.Api;

namespace Genie.Brokers.Pulsar.Tests.Official;

/// <summary>Headers, id and key as properties and partition key, with a producer of Pulsar.Client on the other side, which sends in batches.</summary>
[Collection(PulsarServersDefinition.Name)]
public sealed class ForeignHeaderTests(PulsarServers servers)
{
    public static TheoryData<string> AllClients => [.. PulsarDrivers.All.Select(driver => driver.Client)];

    [SkippableTheory]
    [MemberData(nameof(AllClients))]
    public async Task Its_properties_are_the_messages_headers(string client)
    {
        var server = await servers.PlainAsync();
        var pulsar = await new PulsarClientBuilder().ServiceUrl(server.Options.Url.ToString().TrimEnd('/')).BuildAsync();
        await HeaderMessages.ExpectFromAsync(server.Options, client, async topic =>
        {
            await using var producer = await pulsar.NewProducer().Topic(topic).EnableBatching(true).CreateAsync();
            await Task.WhenAll(Enumerable.Range(0, HeaderMessages.Count).Select(number =>
                (Task)producer.SendAsync(producer.NewMessage(HeaderMessages.BodyOf(number), HeaderMessages.Key, HeaderMessages.PropertiesOf(number)))));
        });
        await pulsar.CloseAsync();
    }
}
