using Genie.Brokers.ActiveMQ.Tests.Servers;
using Genie.Brokers.Conformance;
using Genie.Brokers.Drivers;
using Genie.Testing;
using Xunit.Abstractions;

namespace Genie.Brokers.ActiveMQ.Tests;

/// <summary>The suite on one of the drivers and one of the servers.</summary>
public abstract class ActiveMQConformanceTests(ActiveMQFixture fixture, ITestOutputHelper output) : BrokerConformanceTests(output)
{
    protected abstract string Client { get; }

    // It has every confirmation level.
    protected override IReadOnlySet<string> NotApplicable => IsWire ? NotOfStomp : NotOfOpenWire;

    private static HashSet<string> NotOfStomp { get; } = ["unsupported-confirmation-is-refused", "refused-for-a-while"];

    private static HashSet<string> NotOfOpenWire { get; } =
    [
        .. NotOfStomp, "stalled-server", "deadlines-are-kept", "server-that-closes-at-once", "order-is-kept-across-a-loss", "flush-tells-of-a-loss", "waiting-sends-end-with-the-link", "backlog-does-not-hide-a-loss", "an-ended-session-is-dropped",
    ];

    private bool IsWire => Client == "wire";

    protected override ValueTask<ConformanceSubject> CreateSubjectAsync()
    {
        Skip.If(fixture.Unavailable is not null, fixture.Unavailable);
        var driver = ActiveMQDrivers.All.Single(driver => driver.Client == Client);
        return new(new ConformanceSubject
        {
            Driver = driver,
            Options = fixture.Options,
            CrashAndRestartServer = fixture.CrashAndRestartAsync,
            AtPort = port => Create(driver, port, ""),
            WithWrongPassword = port => Create(driver, port, "wrong"),
            PasswordServerPort = fixture.SecuredPorts.Plain,

            // The port of STOMP.
            ServerPort = IsWire ? fixture.PlainPorts.Plain : 0,
        });
    }

    private static IBroker Create(IBrokerDriver driver, int port, string password) => driver.Create(new ActiveMQOptions
    {
        Url = new Uri($"stomp://127.0.0.1:{port}"),
        User = password.Length > 0 ? ActiveMQFixture.User : "",
        Password = password,
    });
}
