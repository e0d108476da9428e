using Genie.Brokers.Aeron.Tests.Servers;
using Genie.Brokers.Conformance;
using Genie.Brokers.Links;
using Genie.Servers;
using Genie.Testing;
using Xunit.Abstractions;

namespace Genie.Brokers.Aeron.Tests;

/// <summary>The suite through one of the clients, against a real media driver.</summary>
public abstract class AeronConformanceTests(AeronServers servers, ITestOutputHelper output) : BrokerConformanceTests(output)
{
    private static readonly TimeSpan RestoredTimeout = TimeSpan.FromSeconds(90);

    protected abstract string Client { get; }

    // A media driver has a folder: no port where nothing could answer, and no passwords. It keeps nothing for a listener that is not there.
    protected override IReadOnlySet<string> NotApplicable { get; } = new HashSet<string>
    {
        "unreachable-server", "wrong-password", "persisted-sends-survive-server-crash", "messages-wait-for-a-listener",
        "refused-for-a-while", "stalled-server", "deadlines-are-kept", "server-that-closes-at-once", "order-is-kept-across-a-loss", "flush-tells-of-a-loss", "waiting-sends-end-with-the-link", "failed-messages-are-redelivered",
        "backlog-does-not-hide-a-loss", "an-ended-session-is-dropped",
    };

    protected override async ValueTask<ConformanceSubject> CreateSubjectAsync()
    {
        var options = await servers.OptionsAsync();
        var server = await servers.OwnAsync();
        return new ConformanceSubject
        {
            Driver = AeronDrivers.All.Single(driver => driver.Client == Client),
            Options = options,
            CrashAndRestartServer = downTime => CrashAndRestartAsync(server, options, downTime),
        };
    }

    // Messages pass through logs that both sides have mapped, also those of a dead media driver, until the link notices: what is confirmed before
    // that may be lost with these logs. The link is one for all that a process has at a media driver.
    private async Task CrashAndRestartAsync(OwnServer server, AeronOptions options, TimeSpan downTime)
    {
        var restored = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        await using var broker = Clients.Create(Client, options);
        var watching = new ListenOptions
        {
            LinkChanged = change =>
            {
                if (change.State == LinkState.Restored) restored.TrySetResult();
            },
        };
        await using var listener = await broker.ListenAsync("restored", watching, Exchanges.Echo, default);
        await server.CrashAndRestartAsync(downTime);
        await restored.Task.WaitAsync(RestoredTimeout);
    }
}
