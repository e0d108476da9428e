using System.Text;
using Genie.Brokers.ActiveMQ.Tests.Servers;
using Genie.Brokers.ActiveMQ.Tests.WireDriver;
using Genie.Testing;

namespace Genie.Brokers.ActiveMQ.Tests;

/// <summary>Messages with every kind of header, by STOMP.</summary>
public abstract class ActiveMQForeignShapeTests(ActiveMQFixture fixture, string client) : ForeignHeaderShapeTests
{
    protected override IBroker CreateBroker()
    {
        Skip.If(fixture.Unavailable is not null, fixture.Unavailable);
        return Clients.Create(fixture.Options, client);
    }

    protected override async Task<bool> TrySendAsync(ForeignShape shape, byte[] body)
    {
        string[] headers = shape switch
        {
            ForeignShape.UnknownContent => ["content-type:nobody/knows", "priority:9"],

            // Bytes of Latin-1, by this client.
            ForeignShape.HeadersThatAreNoText => ["bytes:\u00ff\u00fe", "nothing:", "a.b-c:d"],
            ForeignShape.AnswerOfNobody => ["correlation-id:7"],
            ForeignShape.AnswerToNobody => ["correlation-id:7", $"reply-to:{fixture.Destination("nobody-" + Channel)}"],
            ForeignShape.AnswerToNowhere => ["correlation-id:7", "reply-to:\u0001 no:destination/"],
            ForeignShape.OurNames => ["genie-id:7", "genie-id:8", "genie-sent-at:yesterday", "genie-answer:perhaps"],
            _ => [],
        };
        await using var foreign = await ForeignClient.ConnectAsync(fixture.PlainPorts.Plain);
        await foreign.SendAsync(
            ["SEND", $"destination:{fixture.Destination("genie." + Channel)}", "destination-type:ANYCAST", "receipt:r", $"content-length:{body.Length}", .. headers, "", Encoding.UTF8.GetString(body)]);
        Assert.StartsWith("RECEIPT", await foreign.ReadAsync(), StringComparison.Ordinal);
        return true;
    }
}

public sealed class ArtemisWireForeignShapeTests(ArtemisFixture fixture) : ActiveMQForeignShapeTests(fixture, "wire"), IClassFixture<ArtemisFixture>;

public sealed class ClassicWireForeignShapeTests(ClassicFixture fixture) : ActiveMQForeignShapeTests(fixture, "wire"), IClassFixture<ClassicFixture>;
