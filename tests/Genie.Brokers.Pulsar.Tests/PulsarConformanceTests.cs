using Genie.Brokers.Conformance;
using Genie.Brokers.Drivers;
using Genie.Brokers.Pulsar.Tests.Servers;
using Genie.Testing;
using Xunit.Abstractions;

namespace Genie.Brokers.Pulsar.Tests;

/// <summary>The suite through one of the clients, against a real broker with persistent topics.</summary>
public abstract class PulsarConformanceTests(PulsarServers servers, ITestOutputHelper output) : BrokerConformanceTests(output)
{
    protected abstract string Client { get; }

    // Persistent topics have every confirmation level; a broker names its own address, so that no relay stays between.
    protected override IReadOnlySet<string> NotApplicable { get; } = new HashSet<string>
    {
        "unsupported-confirmation-is-refused", "refused-for-a-while", "stalled-server", "deadlines-are-kept", "server-that-closes-at-once", "order-is-kept-across-a-loss", "flush-tells-of-a-loss", "waiting-sends-end-with-the-link",
        "backlog-does-not-hide-a-loss", "an-ended-session-is-dropped",
    };

    protected override async ValueTask<ConformanceSubject> CreateSubjectAsync()
    {
        var plain = await servers.PlainAsync();
        var secured = PulsarServers.CanStart ? await servers.SecuredAsync() : null;
        var driver = PulsarDrivers.All.Single(driver => driver.Client == Client);
        return new ConformanceSubject
        {
            Driver = driver,
            Options = plain.Options,
            CrashAndRestartServer = plain.CrashAndRestart,
            AtPort = port => Create(driver, port, ""),
            WithWrongPassword = secured is null ? null : port => Create(driver, port, "not-a-token"),
            PasswordServerPort = secured?.Port ?? 0,
        };
    }

    private static IBroker Create(IBrokerDriver driver, int port, string token) =>
        driver.Create(new PulsarOptions { Url = new Uri($"pulsar://127.0.0.1:{port}"), Token = token });
}
