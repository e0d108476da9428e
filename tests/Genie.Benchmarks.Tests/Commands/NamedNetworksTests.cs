using Genie.Datagrams.Simulation;
using Genie.Faults;

namespace Genie.Benchmarks.Tests.Commands;

/// <summary>A name is as far away behind the fault proxy as on a simulated network.</summary>
public sealed class NamedNetworksTests
{
    [Theory]
    [InlineData("lan", 1)]
    [InlineData("continental", 35)]
    [InlineData("international", 150)]
    [InlineData("mobile", 80)]
    public void A_name_has_one_round_trip(string name, int milliseconds)
    {
        var simulated = name switch
        {
            "lan" => NetworkConditions.Lan,
            "continental" => NetworkConditions.Continental,
            "international" => NetworkConditions.International,
            _ => NetworkConditions.Mobile,
        };
        Assert.Equal((milliseconds, milliseconds), (NetworkProfile.Find(name)!.RoundTrip.TotalMilliseconds, 2 * simulated.Latency.TotalMilliseconds));
    }
}
