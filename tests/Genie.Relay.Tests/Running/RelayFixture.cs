using Genie.Relay.Configuration;
using Genie.Testing.Grpc;

namespace Genie.Relay.Tests.Running;

/// <summary>One relay with two workers for the tests of a class; null where Python is missing.</summary>
public class RelayFixture : IAsyncLifetime
{
    private TestRelay? _relay;

    internal TestRelay Relay
    {
        get
        {
            Skip.If(_relay is null, PythonPeer.WhyUnavailable());
            return _relay!;
        }
    }

    internal PythonPeer Python { get; } = new();

    public virtual async Task InitializeAsync()
    {
        if (PythonPeer.WhyUnavailable() is null) _relay = await TestRelay.StartAsync(Configure);
    }

    public async Task DisposeAsync()
    {
        Python.Dispose();
        if (_relay is not null) await _relay.DisposeAsync();
    }

    /// <summary>What is not as it is by default.</summary>
    protected virtual RelayOptions Configure(RelayOptions options) => options with { Server = options.Server with { GrpcWebPort = Genie.Servers.Ports.PickFree() } };
}
