using Genie.Brokers.Conformance;
using Genie.Brokers.Drivers;
using Genie.Brokers.Nats.Tests.Servers;
using Genie.Testing;
using Xunit.Abstractions;

namespace Genie.Brokers.Nats.Tests;

/// <summary>The suite on one of the drivers.</summary>
public abstract class NatsConformanceTests(NatsFixture fixture, ITestOutputHelper output) : BrokerConformanceTests(output)
{
    protected abstract string Client { get; }

    // Core NATS stores nothing: a message without a listener is gone, so is one that was handed out, and there is no Persisted.
    protected override IReadOnlySet<string> NotApplicable { get; } =
        new HashSet<string> { "messages-wait-for-a-listener", "persisted-sends-survive-server-crash", "failed-messages-are-redelivered", "an-ended-session-is-dropped" };

    protected virtual IReadOnlyDictionary<string, string> Deviations { get; } = new Dictionary<string, string>();

    protected override ValueTask<ConformanceSubject> CreateSubjectAsync()
    {
        Skip.If(NatsFixture.Unavailable is not null, NatsFixture.Unavailable);
        var driver = NatsDrivers.All.Single(driver => driver.Client == Client);
        return new(new ConformanceSubject
        {
            Driver = driver,
            Options = fixture.Options,
            CrashAndRestartServer = fixture.Plain.Process is null ? null : fixture.Plain.CrashAndRestartAsync,
            AtPort = port => Create(driver, port, ""),
            WithWrongPassword = port => Create(driver, port, "wrong"),
            PasswordServerPort = fixture.Secured.Port,
            ServerPort = fixture.Plain.Url.Port,
            AnyPasswordPort = fixture.Plain.Url.Port,
            Deviations = Deviations,
        });
    }

    private static IBroker Create(IBrokerDriver driver, int port, string password) => driver.Create(new NatsOptions
    {
        Url = new Uri($"nats://127.0.0.1:{port}"),
        User = password.Length > 0 ? NatsFixture.User : "",
        Password = password,
    });
}
