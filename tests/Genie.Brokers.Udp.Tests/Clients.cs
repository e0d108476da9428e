using Genie.Servers;

namespace Genie.Brokers.Udp.Tests;

/// <summary>The two clients of the system, and a port of a test's own.</summary>
internal static class Clients
{
    /// <summary>Their names.</summary>
    public static TheoryData<string> All => [.. UdpDrivers.All.Select(driver => driver.Client)];

    public static UdpOptions FreePort() => new() { Url = new Uri($"udp://127.0.0.1:{Ports.PickFree()}") };

    public static IBroker Create(string client, UdpOptions options) => UdpDrivers.All.Single(driver => driver.Client == client).Create(options);
}
