using System.Globalization;
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
        var (exitCode, output, error) = await GenieRun.RunAsync("game", "--workload", "moba", "--clients", "2,12", "--duration", "1s", "--transport", transport, "--seed", "3", "--json");
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
        var (exitCode, output, error) = await GenieRun.RunAsync("game", "--rate", "7", "--clients", "3,4", "--transport", "orleans,udp,litenetlib", "--duration", "500ms", "--seed", "3");
        Assert.True(exitCode == 0, error + output);
        Assert.Contains("sends 7 states a second", output, StringComparison.Ordinal);
        Assert.All(output.Split('\n'), line => Assert.InRange(line.Length, 0, 80));
        string[] rows = [.. output.Split('\n').Select(line => line.Split(' ', StringSplitOptions.RemoveEmptyEntries)).Where(words => words is [_, "3" or "4", ..]).Select(words => $"{words[0]} {words[1]}")];
        Assert.Equal(["orleans 3", "udp 3", "litenetlib 3", "orleans 4", "udp 4", "litenetlib 4"], rows);
    }

    [Fact]
    public async Task A_rate_stands_in_the_report_and_decides_how_many_states_there_are()
    {
        var (exitCode, output, error) = await GenieRun.RunAsync("game", "--rate", "10", "--clients", "2", "--events", "0", "--network", "lan", "--duration", "3s", "--seed", "3", "--json");
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
        var (exitCode, output, error) = await GenieRun.RunAsync("game", "--network", "international", "--clients", "100", "--duration", "1s", "--encrypted", "--seed", "3");
        Assert.True(exitCode == 0, error + output);
        Assert.All(output.Split('\n'), line => Assert.InRange(line.Length, 0, 80));
        Assert.Contains("100.00", output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Each_loss_that_is_named_has_a_line_of_its_own()
    {
        var (exitCode, output, error) = await GenieRun.RunAsync("game", "--network", "continental", "--clients", "3,4", "--loss", "0,0.5%,5%", "--burst", "60ms", "--duration", "2s", "--seed", "3");
        Assert.True(exitCode == 0, error + output);
        Assert.Contains("custom: 35 ms a round trip", output, StringComparison.Ordinal);
        Assert.All(output.Split('\n'), line => Assert.InRange(line.Length, 0, 80));
        string[] rows = [.. output.Split('\n').Where(line => line.Contains("100.00", StringComparison.Ordinal)).Select(line => string.Join(' ', line[..19].Split(' ', StringSplitOptions.RemoveEmptyEntries)))];
        Assert.Equal(["0 3", "0.5 bursts 3", "5 bursts 3", "0 4", "0.5 bursts 4", "5 bursts 4"], rows);
    }

    [Fact]
    public async Task Conditions_beside_transports_stand_between_their_sockets()
    {
        var (exitCode, output, error) = await GenieRun.RunAsync("game", "--transport", "udp,litenetlib", "--latency", "40ms", "--loss", "0,5%", "--clients", "4", "--duration", "1s", "--seed", "3");
        Assert.True(exitCode == 0, error + output);
        Assert.All(output.Split('\n'), line => Assert.InRange(line.Length, 0, 80));
        string[] rows = [.. output.Split('\n').Select(line => line.Split(' ', StringSplitOptions.RemoveEmptyEntries)).Where(words => words is [_, "4", ..] or [_, "%", "lost"]).Select(words => words[0])];
        Assert.Equal(["0", "udp", "litenetlib", "5", "udp", "litenetlib"], rows);
        Assert.All(output.Split('\n').Where(line => line.StartsWith("udp ", StringComparison.Ordinal)), line => Assert.InRange(double.Parse(line[^5..], CultureInfo.InvariantCulture), 1, 100));
    }

    [Fact]
    public async Task Conditions_without_a_name_are_a_simulated_network_and_stand_in_the_report()
    {
        var (exitCode, output, error) = await GenieRun.RunAsync(
            "game", "--latency", "60ms", "--variance", "2ms", "--loss", "1%", "--duplicate", "2%", "--reorder", "3%", "--bandwidth", "200k", "--mtu", "1300", "--clients", "5", "--duration", "2s", "--seed", "3", "--json");
        Assert.True(exitCode == 0, error + output);
        using var report = JsonDocument.Parse(output);
        Assert.Equal("custom", report.RootElement.GetProperty("network").GetString());
        var result = report.RootElement.GetProperty("results").EnumerateArray().Single();
        var network = result.GetProperty("network");
        double Number(string name) => network.GetProperty(name).GetDouble();
        Assert.Equal((60, 2, 0.01), (Number("round_trip_ms"), Number("variance_ms"), Number("loss")));
        Assert.Equal((0.02, 0.03, 200_000, 1_300), (Number("duplication"), Number("reordering"), Number("bytes_per_second"), Number("datagram_bytes_max")));
        Assert.Equal(JsonValueKind.Null, network.GetProperty("burst_ms").ValueKind);
        var p99 = result.GetProperty("event_latency_us").GetProperty("p99").GetDouble();
        Assert.Equal(p99 / 60_000, result.GetProperty("event_p99_round_trips").GetDouble(), 9);
        Assert.InRange(p99, 60_000, double.MaxValue);
    }

    [Theory]
    [InlineData("simulates UDP", "--network", "lan", "--transport", "tcp")]
    [InlineData("--latency over sockets is done by a proxy for datagrams", "--latency", "5ms", "--transport", "udp,tcp")]
    [InlineData("leave --transport orleans out", "--loss", "1%", "--transport", "orleans")]
    [InlineData("--burst is for a simulated network", "--loss", "1%", "--burst", "60ms", "--transport", "udp")]
    [InlineData("--bandwidth is for a simulated network", "--bandwidth", "1M", "--transport", "litenetlib")]
    [InlineData("give --loss as well", "--network", "lan", "--burst", "60ms")]
    [InlineData("is more than half", "--network", "lan", "--loss", "1%,70%")]
    [InlineData("'x' is no share", "--loss", "x")]
    [InlineData("no share; expected something like", "--loss", ",")]
    [InlineData("at most 2s", "--latency", "5s")]
    [InlineData("unit of time", "--variance", "5")]
    [InlineData("too short", "--loss", "1%", "--burst", "0ms")]
    [InlineData("1199 is too small; at least 1200", "--mtu", "1199")]
    [InlineData("is more than all", "--duplicate", "2")]
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
        var (exitCode, _, error) = await GenieRun.RunAsync(["game", .. arguments]);
        Assert.Equal(2, exitCode);
        Assert.Contains(said, error, StringComparison.Ordinal);
    }
}
