using Genie.EventStore;
using Genie.Extensions.Genius.Hosting;
using Genie.Extensions.Genius.Messages;
using Genie.Extensions.Genius.Tests.Tools;
using Genie.Grpc.Listening;
using Genie.Testing;
using Google.Protobuf.WellKnownTypes;
using Grpc.Net.Client;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.Extensions.DependencyInjection;

namespace Genie.Extensions.Genius.AspNetCore.Tests;

public sealed class ReadmeTests
{
    [Fact]
    public async Task The_examples_event_meets_the_examples_rule()
    {
        using var folder = new StoreFolder();
        using var timeout = new CancellationTokenSource(TimeSpan.FromMinutes(2));
        var stop = timeout.Token;
        await using var store = await folder.OpenAsync();

        var builder = WebApplication.CreateBuilder();
        builder.WebHost.ConfigureKestrel(server => server.ListenForGrpc(new GrpcListenOptions()));   // HTTP/2 on a free port of the loopback address
        builder.Services.AddSingleton<IEventStore>(store);                                            // a folder or PostgreSQL: Genie.EventStore
        builder.Services.AddGenius().AddGeniusGrpc();
        await using var host = builder.Build();
        host.MapGeniusEvents();                                                                       // with grpc.health.v1 and reflection
        host.MapGeniusRules();                                                                        // beyond the machine: .RequireAuthorization(...)
        await host.StartAsync(stop);

        using var channel = GrpcChannel.ForAddress(host.Urls.Single());
        await new GeniusRules.GeniusRulesClient(channel).PutRuleAsync(new PutRuleRequest { Id = "fast", Text = "kind == \"moved\" && value > 100" }, cancellationToken: stop);
        var moved = new Event { Key = "truck-7", Run = 1, Sender = 1, Sequence = 1, Kind = "moved", Time = DateTimeOffset.UtcNow.ToTimestamp(), Latitude = 40, Longitude = -75, Value = 120 };
        var decision = await new GeniusEvents.GeniusEventsClient(channel).ProcessOneAsync(moved, cancellationToken: stop);

        Assert.Equal((true, false, "fast"), (decision.Accepted, decision.IsRepeat, decision.Reply.Rules.Single()));
        var again = await new GeniusEvents.GeniusEventsClient(channel).ProcessOneAsync(moved, cancellationToken: stop);
        Assert.Equal((true, true, "fast"), (again.Accepted, again.IsRepeat, again.Reply.Rules.Single()));
        ReadmeExample.AssertStandsIn("GenieDotNet/Genie.Extensions.Genius.AspNetCore/README.md");
    }
}
