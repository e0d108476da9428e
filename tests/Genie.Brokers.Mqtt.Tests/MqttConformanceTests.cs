using Genie.Brokers.Conformance;
using Genie.Testing;
using Genie.Testing.Conformance;
using Xunit.Abstractions;

namespace Genie.Brokers.Mqtt.Tests;

/// <summary>The suite for one client at one QoS.</summary>
public abstract class MqttConformanceTests(MosquittoFixture fixture, ITestOutputHelper output) : BrokerConformanceTests(output)
{
    protected abstract string Client { get; }

    protected virtual MqttQos RequestQos => MqttQos.AtMostOnce;

    protected virtual MqttQos Qos => MqttQos.AtLeastOnce;

    /// <summary>MQTT keeps nothing for nobody, and does not say when something is on disk.</summary>
    protected override IReadOnlySet<string> NotApplicable { get; } =
        new HashSet<string> { "messages-wait-for-a-listener", "persisted-sends-survive-server-crash", "failed-messages-are-redelivered" };

    protected override ValueTask<ConformanceSubject> CreateSubjectAsync()
    {
        fixture.Require();
        var driver = MqttDrivers.All.Single(candidate => candidate.Client == Client);
        var options = fixture.Options with { Qos = Qos, RequestQos = RequestQos };
        return ValueTask.FromResult(new ConformanceSubject
        {
            Driver = driver,
            Options = options,
            CrashAndRestartServer = fixture.Server.Process is null ? null : fixture.Server.CrashAndRestartAsync,
            AtPort = port => driver.Create(options with { Url = new Uri($"mqtt://127.0.0.1:{port}") }),
            WithWrongPassword = port => driver.Create(options with { Url = new Uri($"mqtt://{MosquittoFixture.User}:wrong@127.0.0.1:{port}") }),
            PasswordServerPort = fixture.GuardedPort,
            ServerPort = fixture.Server.Url.Port,
            AnyPasswordPort = fixture.Server.Url.Port,
        });
    }
}

[Collection(MosquittoTests.Name)]
public sealed class MqttWireConformanceTests(MosquittoFixture fixture, ITestOutputHelper output) : MqttConformanceTests(fixture, output)
{
    protected override string Client => "wire";
}

/// <summary>Everything at QoS 1, requests and answers too.</summary>
[Collection(MosquittoTests.Name)]
[Variant(typeof(MqttWireConformanceTests), ConformanceScope.Delivery)]
public sealed class MqttWireQos1ConformanceTests(MosquittoFixture fixture, ITestOutputHelper output) : MqttConformanceTests(fixture, output)
{
    protected override string Client => "wire";

    protected override MqttQos RequestQos => MqttQos.AtLeastOnce;
}

/// <summary>Everything at QoS 2.</summary>
[Collection(MosquittoTests.Name)]
[Variant(typeof(MqttWireConformanceTests), ConformanceScope.Delivery)]
public sealed class MqttWireQos2ConformanceTests(MosquittoFixture fixture, ITestOutputHelper output) : MqttConformanceTests(fixture, output)
{
    protected override string Client => "wire";

    protected override MqttQos RequestQos => MqttQos.ExactlyOnce;

    protected override MqttQos Qos => MqttQos.ExactlyOnce;
}

[Collection(MosquittoTests.Name)]
public sealed class MqttOfficialConformanceTests(MosquittoFixture fixture, ITestOutputHelper output) : MqttConformanceTests(fixture, output)
{
    protected override string Client => "official";
}

[Collection(MosquittoTests.Name)]
[Variant(typeof(MqttOfficialConformanceTests), ConformanceScope.Delivery)]
public sealed class MqttOfficialQos1ConformanceTests(MosquittoFixture fixture, ITestOutputHelper output) : MqttConformanceTests(fixture, output)
{
    protected override string Client => "official";

    protected override MqttQos RequestQos => MqttQos.AtLeastOnce;
}
