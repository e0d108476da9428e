using Genie.Brokers.Conformance;
using Genie.Brokers.Drivers;
using Genie.Servers;

namespace Genie.Brokers.ZeroMQ.Tests;

/// <summary>What the suite must know of a system without a server.</summary>
internal static class Brokerless
{
    public static ZeroMQOptions FreePort() => new() { Url = new Uri($"tcp://127.0.0.1:{Ports.PickFree()}") };

    public static ConformanceSubject Subject(IBrokerDriver driver) => new()
    {
        Driver = driver,
        Options = FreePort(),
    };
}
