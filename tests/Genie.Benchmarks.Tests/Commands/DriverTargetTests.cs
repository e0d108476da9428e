using Genie.Benchmarks.Commands;
using Genie.Benchmarks.Drivers;
using Genie.Brokers;

namespace Genie.Benchmarks.Tests.Commands;

public sealed class DriverTargetTests
{
    /// <summary>A server that was started for settings that turn out wrong would run on.</summary>
    [Theory]
    [InlineData("pasword", "x")]
    [InlineData("request-timeout", "soon")]
    public async Task Settings_are_refused_before_a_server_is_sought(string name, string value)
    {
        var settings = new Dictionary<string, string> { [name] = value };
        var noServer = new Dictionary<string, string> { ["nats"] = "a server was sought" };
        await Assert.ThrowsAsync<BrokerSettingException>(() => DriverTarget.PrepareAsync(DriverCatalogue.Find("nats", "wire"), settings, noServer, CancellationToken.None));
    }
}
