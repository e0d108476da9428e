using System.Diagnostics;
using Genie.Testing;

namespace Genie.Brokers.Mqtt.Tests;

/// <summary>Headers as user properties, with paho-mqtt on the other side.</summary>
public abstract class MqttForeignHeaderTests(MosquittoFixture fixture, string client) : ForeignHeaderTests
{
    private static readonly PythonScript Paho = new("paho.mqtt.client", "python3-paho-mqtt");

    protected override IBroker CreateBroker()
    {
        fixture.Require();
        if (Paho.WhyUnavailable() is { } reason) Skip.If(true, reason);
        return MqttDrivers.All.Single(driver => driver.Client == client).Create(fixture.Options);
    }

    protected override Process StartPeer(string command) => Paho.Start("paho_peer.py", $"{fixture.Options.Url.Port}", command, fixture.Options.TopicPrefix + Channel);
}

[Collection(MosquittoTests.Name)]
public sealed class MqttWireForeignHeaderTests(MosquittoFixture fixture) : MqttForeignHeaderTests(fixture, "wire");

[Collection(MosquittoTests.Name)]
public sealed class MqttOfficialForeignHeaderTests(MosquittoFixture fixture) : MqttForeignHeaderTests(fixture, "official");
