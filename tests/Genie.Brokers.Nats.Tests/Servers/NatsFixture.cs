using Genie.Servers;
using Genie.Testing;

namespace Genie.Brokers.Nats.Tests.Servers;

/// <summary>A plain server, and one that asks for a password, shared by the tests of a class.</summary>
public sealed class NatsFixture : IAsyncLifetime
{
    public const string User = "genie";
    public const string Password = "p@ss:w\"ord";

    private ServerUnderTest? _plain;
    private TestServer? _secured;

    public static string? Unavailable => ServerUnderTest.WhyUnavailable("nats", NatsServer.IsInstalled);

    public ServerUnderTest Plain => _plain!;

    public TestServer Secured => _secured!;

    public NatsOptions Options => new() { Url = Plain.Url };

    public async Task InitializeAsync()
    {
        if (Unavailable is not null) return;
        _plain = await ServerUnderTest.StartAsync("nats", "nats", (folder, port) => NatsServer.StartAsync(folder, port, null, default));
        _secured = await TestServer.StartAsync($$"""authorization { user: "{{User}}", password: "p@ss:w\"ord" }""");
    }

    public async Task DisposeAsync()
    {
        if (_plain is not null) await _plain.DisposeAsync();
        if (_secured is not null) await _secured.DisposeAsync();
    }
}
