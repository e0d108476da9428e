using System.Text;
using Genie.Brokers.Nats.Tests.Servers;
using Genie.Testing;
using NATS.Client.Core;

namespace Genie.Brokers.Nats.Tests;

/// <summary>Messages with every kind of headers and reply subject. NATS has no correlations: it tells answers by their subject.</summary>
public abstract class NatsForeignShapeTests(NatsFixture fixture, string client) : ForeignHeaderShapeTests
{
    protected override IBroker CreateBroker()
    {
        Skip.If(NatsFixture.Unavailable is not null, NatsFixture.Unavailable);
        return NatsDrivers.All.Single(driver => driver.Client == client).Create(fixture.Options);
    }

    protected override async Task<bool> TrySendAsync(ForeignShape shape, byte[] body)
    {
        if (shape == ForeignShape.AnswerOfNobody) return false;
        NATS.Client.Core.NatsHeaders? headers = shape switch
        {
            ForeignShape.UnknownContent => new() { ["Content-Type"] = "nobody/knows" },

            // Bytes of Latin-1, by this client.
            ForeignShape.HeadersThatAreNoText => new() { ["bytes"] = "\u00ff\u00fe", ["nothing"] = "" },
            ForeignShape.OurNames => new() { ["Nats-Msg-Id"] = new(["1", "2"]), ["genie-id"] = "3", ["genie-sent-at"] = "yesterday", ["genie-answer"] = "perhaps" },
            _ => null,
        };
        var replyTo = shape switch { ForeignShape.AnswerToNobody => "nobody.listens", ForeignShape.AnswerToNowhere => "nobody.*.>", _ => null };
        await using var link = new NatsConnection(new NatsOpts { Url = $"nats://127.0.0.1:{fixture.Plain.Url.Port}", HeaderEncoding = Encoding.Latin1 });
        await link.PublishAsync($"genie.{Channel}", body, headers, replyTo);
        await link.PingAsync();
        return true;
    }
}

public sealed class NatsWireForeignShapeTests(NatsFixture fixture) : NatsForeignShapeTests(fixture, "wire"), IClassFixture<NatsFixture>;

public sealed class NatsOfficialForeignShapeTests(NatsFixture fixture) : NatsForeignShapeTests(fixture, "official"), IClassFixture<NatsFixture>;
