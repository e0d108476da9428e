using System.Text.Json;

namespace Genie.Benchmarks.Tests.Commands;

public sealed class GameCommandTests
{
    [Theory]
    [InlineData("udp")]
    [InlineData("tcp")]
    [InlineData("litenetlib")]
    [InlineData("orleans")]
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
    public async Task Several_transports_are_shown_beside_each_other_at_the_rate_that_was_asked_for()
    {
        var (exitCode, output, error) = await GenieProcess.RunAsync("game", "--rate", "7", "--clients", "3,4", "--transport", "orleans,udp,litenetlib", "--duration", "2s", "--seed", "3");
        Assert.True(exitCode == 0, error + output);
        Assert.Contains("sends 7 states a second", output, StringComparison.Ordinal);
        Assert.All(output.Split('\n'), line => Assert.InRange(line.Length, 0, 80));
        string[] rows = [.. output.Split('\n').Select(line => line.Split(' ', StringSplitOptions.RemoveEmptyEntries)).Where(words => words is [_, "3" or "4", ..]).Select(words => $"{words[0]} {words[1]}")];
        Assert.Equal(["orleans 3", "udp 3", "litenetlib 3", "orleans 4", "udp 4", "litenetlib 4"], rows);
    }

    [Fact]
    public async Task A_rate_stands_in_the_report_and_decides_how_many_states_there_are()
    {
        var (exitCode, output, error) = await GenieProcess.RunAsync("game", "--rate", "10", "--clients", "2", "--events", "0", "--network", "lan", "--duration", "3s", "--seed", "3", "--json");
        Assert.True(exitCode == 0, error + output);
        using var report = JsonDocument.Parse(output);
        var result = report.RootElement.GetProperty("results").EnumerateArray().Single();
        Assert.Equal(10, result.GetProperty("rate_hertz").GetInt32());
        Assert.Equal((0, 0), (result.GetProperty("events_per_second").GetDouble(), result.GetProperty("events").GetInt64()));
        Assert.InRange(result.GetProperty("updates").GetInt64(), 2 * 27, 2 * 30);
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
    [InlineData("leave --transport udp,litenetlib out", "--network", "lan", "--transport", "udp,litenetlib")]
    [InlineData("simulates UDP", "--network", "lan", "--transport", "orleans")]
    [InlineData("tcp needs a certificate", "--encrypted", "--transport", "tcp")]
    [InlineData("orleans needs a certificate", "--encrypted", "--transport", "udp,orleans")]
    [InlineData("LiteNetLib encrypts nothing", "--encrypted", "--transport", "litenetlib")]
    [InlineData("'enet' is unknown", "--transport", "udp,enet")]
    [InlineData("'' is unknown", "--transport", "udp,")]
    [InlineData("0 is too small; at least 1", "--rate", "0")]
    [InlineData("1001 is too large; at most 1000", "--rate", "1001")]
    [InlineData("'-1' is no number of events a second from 0 to 1,000", "--events", "-1")]
    [InlineData("'1000.5' is no number of events", "--events", "1000.5")]
    [InlineData("'chess' is unknown", "--workload", "chess")]
    [InlineData("is no number of clients up to 10000", "--clients", "10001")]
    public async Task Bad_arguments_are_told(string said, params string[] arguments)
    {
        var (exitCode, _, error) = await GenieProcess.RunAsync(["game", .. arguments]);
        Assert.Equal(2, exitCode);
        Assert.Contains(said, error, StringComparison.Ordinal);
    }
}
