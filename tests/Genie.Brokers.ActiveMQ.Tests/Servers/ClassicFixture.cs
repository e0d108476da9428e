using Genie.Servers;
using Genie.Testing;

namespace Genie.Brokers.ActiveMQ.Tests.Servers;

/// <summary>Classic ActiveMQ, from Debian's package.</summary>
public sealed class ClassicFixture : ActiveMQFixture
{
    public override string? Unavailable => ServerUnderTest.WhyUnavailable("activemq", ActiveMqServer.IsInstalled);

    public override string Destination(string queue) => $"/queue/{queue}";

    public override string AnswerDestination(string replyTo) => replyTo;

    protected override Task<ServerProcess> StartAsync(string folder, ActiveMQPorts ports, string? password) => ActiveMqServer.StartAsync(
        folder, ports.Plain,
        new ActiveMqSettings { User = password is null ? "" : User, Password = password ?? "" },
        default);
}
