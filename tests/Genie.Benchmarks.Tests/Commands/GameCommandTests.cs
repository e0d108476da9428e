using System.Text.Json;

namespace Genie.Benchmarks.Tests.Commands;

public sealed class GameCommandTests
{
    [Theory]
    [InlineData("udp")]
    [InlineData("tcp")]
    public async Task Over_sockets_everybody_sees_each_event(string transport)
    {
        var (exitCode, output, error) = await GenieProcess.RunAsync("game", "--workload", "moba", "--clients", "2,12", "--duration", "2s", "--transport", transport, "--seed", "3", "--json");
        Assert.True(exitCode == 0, error + output);
        using var report = JsonDocument.Parse(output);
        foreach (var result in report.RootElement.GetProperty("results").EnumerateArray())
        {
            Assert.Equal((transport, 0), (result.GetProperty("transport").GetString(), result.GetProperty("clients_lost").GetInt32()));
            Assert.InRange(result.GetProperty("events").GetInt64(), 1, long.MaxValue);
            Assert.Equal(result.GetProperty("events").GetInt64(), result.GetProperty("events_received").GetInt64());
            Assert.InRange(result.GetProperty("updates_seen").GetInt64(), 1, result.GetProperty("updates").GetInt64());
            Assert.InRange(result.GetProperty("cpu_us_per_message").GetDouble(), double.Epsilon, double.MaxValue);
        }
    }

    [Fact]
    public async Task A_simulated_network_is_shown_in_80_columns()
    {
        var (exitCode, output, error) = await GenieProcess.RunAsync("game", "--network", "international", "--clients", "100", "--duration", "1s", "--encrypted", "--seed", "3");
        Assert.True(exitCode == 0, error + output);
        Assert.All(output.Split('\n'), line => Assert.InRange(line.Length, 0, 80));
        Assert.Contains("100.00", output, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("simulates UDP", "--network", "lan", "--transport", "tcp")]
    [InlineData("needs a certificate", "--encrypted", "--transport", "tcp")]
    [InlineData("'chess' is unknown", "--workload", "chess")]
    [InlineData("is no number of clients up to 10000", "--clients", "10001")]
    public async Task Bad_arguments_are_told(string said, params string[] arguments)
    {
        var (exitCode, _, error) = await GenieProcess.RunAsync(["game", .. arguments]);
        Assert.Equal(2, exitCode);
        Assert.Contains(said, error, StringComparison.Ordinal);
    }
}
