using Genie.Extensions.Genius.Messages;
using Genie.Testing;
using Google.Protobuf.WellKnownTypes;

namespace Genie.Extensions.Genius.Client.Tests;

public sealed class ReadmeTests
{
    [Fact]
    public async Task The_examples_fact_comes_of_the_examples_event()
    {
        await using var server = await RestartedServer.CreateAsync();
        using var timeout = new CancellationTokenSource(TimeSpan.FromMinutes(2));
        var (address, key, stop, position) = (server.Address, "secret", timeout.Token, 0L);
        void Keep(long value) => position = value;

        using var genius = new GeniusClient(new GeniusClientOptions { Address = address, ApiKey = key });
        await genius.Rules.PutAsync("fast", "kind == \"moved\" && value > 100", cancellationToken: stop);

        var moved = new Event { Key = "truck-7", Kind = "moved", Time = DateTimeOffset.UtcNow.ToTimestamp(), Latitude = 40, Longitude = -75, Value = 120 };
        var decision = await genius.SendAsync(moved, stop);                 // until it is decided; it takes effect once

        var trucks = new FactSubscription { AfterPosition = position, Filter = new FactFilter { Kinds = { FactKind.RulesMatched }, Keys = { "truck-*" } }, Progressed = Keep };
        await foreach (var fact in genius.SubscribeAsync(trucks, stop))     // without end, through restarts of the server
        {
            Console.WriteLine($"{fact.RulesMatched.Key}: {fact.RulesMatched.Rules[0]}");
            Keep(fact.Position);                                            // where the next start goes on
            break;
        }

        Assert.Equal("fast", decision.Reply.Rules.Single());
        Assert.NotEqual(0, position);
        ReadmeExample.AssertStandsIn("GenieDotNet/Genie.Extensions.Genius.Client/README.md");
    }
}
