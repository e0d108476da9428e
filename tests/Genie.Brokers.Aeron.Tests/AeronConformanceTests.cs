using Genie.Brokers.Aeron.Tests.Servers;
using Genie.Brokers.Conformance;
using Genie.Testing;
using Xunit.Abstractions;

namespace Genie.Brokers.Aeron.Tests;

/// <summary>The suite through one of the clients, against a real media driver.</summary>
public abstract class AeronConformanceTests(AeronServers servers, ITestOutputHelper output) : BrokerConformanceTests(output)
{
    protected abstract string Client { get; }

    // A media driver has a folder: no port where nothing could answer, and no passwords. It keeps nothing for a listener that is not there.
    protected override IReadOnlySet<string> NotApplicable { get; } = new HashSet<string>
    {
        "unreachable-server", "wrong-password", "persisted-sends-survive-server-crash", "messages-wait-for-a-listener",
        "refused-for-a-while", "stalled-server", "server-that-closes-at-once", "order-is-kept-across-a-loss", "flush-tells-of-a-loss", "failed-messages-are-redelivered",
    };

    protected override async ValueTask<ConformanceSubject> CreateSubjectAsync()
    {
        var options = await servers.OptionsAsync();
        var server = await servers.OwnAsync();
        return new ConformanceSubject
        {
            Driver = AeronDrivers.All.Single(driver => driver.Client == Client),
            Options = options,
            CrashAndRestartServer = server.CrashAndRestartAsync,
        };
    }
}
