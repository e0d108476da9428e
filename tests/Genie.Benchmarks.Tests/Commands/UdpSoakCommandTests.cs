using System.Diagnostics;
using System.Text.Json;
using System.Text.RegularExpressions;
using Genie.Benchmarks.Commands;
using Genie.Benchmarks.Load.Soak.Udp.State;
using Genie.Testing;

namespace Genie.Benchmarks.Tests.Commands;

/// <summary>The soak as a user runs it, for seconds instead of hours.</summary>
public sealed partial class UdpSoakCommandTests : IDisposable
{
    // A safety net only: the machine may be slow and shared.
    private static readonly TimeSpan Timeout = TimeSpan.FromMinutes(3);

    private readonly TemporaryFolder _folder = new();

    private string Result => Path.Combine(_folder.Path, "soak.json");

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Everything_on_every_reliable_message_arrives_once_in_order_and_unchanged()
    {
        var (code, output, error) = await GenieRun.RunAsync(Soak("--duration", "2s", "--connections", "3", "--rate", "60", "--loss", "5%", "--seed", "11"));
        Assert.True(code == ExitCode.Success, output + error);
        Assert.All(output.Split('\n').Where(line => !line.Contains(_folder.Path, StringComparison.Ordinal)), line => Assert.True(line.Length <= 80, line));
        Assert.Contains("**Held: ", output, StringComparison.Ordinal);
        Assert.StartsWith("**Held: ", await File.ReadAllTextAsync(Path.ChangeExtension(Result, ".md")), StringComparison.Ordinal);
        using var result = Read();
        var (root, counts) = (result.RootElement, result.RootElement.GetProperty("soak").GetProperty("counts"));
        Assert.Equal((true, true, 11), (root.GetProperty("held").GetBoolean(), root.GetProperty("complete").GetBoolean(), root.GetProperty("soak").GetProperty("plan").GetProperty("seed").GetInt32()));
        Assert.NotEqual("", root.GetProperty("machine").GetProperty("os").GetString());
        Assert.All(Enumerable.Range(0, 3), stream => Assert.Equal(Number(counts, "sent", stream), Number(counts, "received", stream)));
        Assert.All(Enumerable.Range(0, 5), stream => Assert.InRange(Number(counts, "received", stream), 1, Number(counts, "sent", stream)));
        Assert.InRange(Number(counts.GetProperty("network"), "lost"), 1, long.MaxValue);
        Assert.InRange(Number(counts.GetProperty("traffic"), "bytes_saved_by_compression"), 1, long.MaxValue);
        Assert.InRange(root.GetProperty("latency_us").GetProperty("p50").GetDouble(), 17_500, double.MaxValue);
        Assert.False(File.Exists(Result + ".state"));
    }

    [Theory]
    [InlineData("tcp", "zlib", null)]
    [InlineData("tcp", "brotli", null)]
    [InlineData("udp", "zlib", "chacha20-poly1305")]
    [InlineData("udp", "lz4", "aes-256-gcm")]
    [InlineData("udp", "none", null)]
    public async Task Transport_compression_and_cipher_are_those_that_were_asked_for(string transport, string compression, string? cipher)
    {
        string[] asked = ["--transport", transport, "--compress", compression, .. cipher is null ? (string[])[] : ["--cipher", cipher]];
        var (code, output, error) = await GenieRun.RunAsync(Soak(["--duration", "1s", "--connections", "2", "--loss", "2%", "--seed", "4", .. asked]));
        Assert.True(code == ExitCode.Success, output + error);
        using var result = Read();
        var (plan, counts) = (result.RootElement.GetProperty("soak").GetProperty("plan"), result.RootElement.GetProperty("soak").GetProperty("counts"));
        Assert.Equal((transport, compression, cipher), (plan.GetProperty("transport").GetString(), plan.GetProperty("compression").GetString(), plan.TryGetProperty("cipher", out var named) ? named.GetString() : null));
        Assert.All(Enumerable.Range(0, 3), stream => Assert.Equal(Number(counts, "sent", stream), Number(counts, "received", stream)));
        Assert.Equal(transport == "udp" && compression != "none", Number(counts.GetProperty("traffic"), "bytes_saved_by_compression") > 0 && transport == "udp");
    }

    [Theory]
    [InlineData(".")]
    [InlineData("nowhere/soak.json")]
    [InlineData("")]
    public async Task A_result_that_cannot_be_written_is_a_bad_argument_at_the_start(string name)
    {
        // Should it begin after all, it ends soon.
        var path = _folder.Path + "/" + name;
        var (code, output, error) = await GenieRun.RunAsync(["soak", "udp", "--duration", "2s", "--out", path]);
        Assert.True(code == ExitCode.BadArguments, output + error);
        Assert.Contains("--out", error, StringComparison.Ordinal);
        Assert.Empty(Directory.EnumerateFileSystemEntries(_folder.Path));
    }

    [Fact]
    [Trait("Tier", "nightly")]
    [Trait("Seconds", "10")]
    public async Task What_was_killed_goes_on_where_it_was_with_its_counts()
    {
        using (var genie = GenieProcess.Start(Soak("--duration", "10m", "--connections", "2", "--checkpoint", "300ms", "--seed", "5")))
        {
            var children = Processes(await genie.WaitForLineAsync("server: process"));
            await genie.WaitForLineAsync(" reliable, ");
            await genie.SignalAsync("KILL");
            await genie.ExitAsync();
            foreach (var child in children) await GoneAsync(child);
        }

        var (anew, _, refusal) = await GenieRun.RunAsync(Soak("--duration", "10m"));
        Assert.Equal(ExitCode.BadArguments, anew);
        Assert.Contains("--resume", refusal, StringComparison.Ordinal);
        var found = UdpSoakStateFile.Read(Result + ".state");
        var seconds = Math.Ceiling(found.ElapsedSeconds) + 1;
        var (code, output, error) = await GenieRun.RunAsync(Soak("--resume", "--duration", $"{seconds}s"));
        Assert.True(code == ExitCode.Success, output + error);
        Assert.Contains("goes on after ", output, StringComparison.Ordinal);
        using var result = Read();
        var soak = result.RootElement.GetProperty("soak");
        Assert.Equal((2, seconds, 5), (soak.GetProperty("legs").GetInt32(), Math.Round(soak.GetProperty("elapsed_s").GetDouble(), 3), soak.GetProperty("plan").GetProperty("seed").GetInt32()));
        var interruption = Assert.Single(soak.GetProperty("interruptions").EnumerateArray());
        Assert.Contains("killed", interruption.GetProperty("cause").GetString(), StringComparison.Ordinal);
        Assert.Equal(found.ElapsedSeconds, interruption.GetProperty("at_s").GetDouble());
        Assert.Equal([1, 2], soak.GetProperty("samples").EnumerateArray().Select(sample => sample.GetProperty("leg").GetInt32()).Distinct());

        // Both legs' messages, but those that the kill took.
        var counts = soak.GetProperty("counts");
        Assert.All(Enumerable.Range(0, 3), stream => Assert.InRange(Number(counts, "received", stream), found.Counts.Received[stream], long.MaxValue));
        Assert.Equal(interruption.GetProperty("unaccounted").GetInt64(), Enumerable.Range(0, 3).Sum(stream => Number(counts, "sent", stream) - Number(counts, "received", stream)));
        Assert.False(File.Exists(Result + ".state"));
    }

    [Theory]
    [InlineData(0, "The server process ended with exit code ")]
    [InlineData(1, "The clients' process ended with exit code ")]
    [Trait("Tier", "nightly")]
    [Trait("Seconds", "15")]
    public async Task A_process_that_is_killed_under_load_is_an_anomaly_and_nothing_hangs(int which, string said)
    {
        using var genie = GenieRun.Start(Soak("--duration", "10m", "--connections", "2", "--checkpoint", "300ms"));
        var children = Processes(await genie.WaitForLineAsync("server: process"));
        await genie.WaitForLineAsync(" reliable, ");
        using (var child = Process.GetProcessById(children[which])) child.Kill();
        await genie.WaitForLineAsync("**Not held so far");
        Assert.Equal(ExitCode.Failure, await genie.ExitAsync());
        await GoneAsync(children[1 - which]);
        using var result = Read();
        Assert.Equal(1, result.RootElement.GetProperty("soak").GetProperty("counts").GetProperty("anomalies").GetProperty("errors").GetInt32());
        Assert.StartsWith(said, result.RootElement.GetProperty("soak").GetProperty("notes")[0].GetString(), StringComparison.Ordinal);
        Assert.Equal(["1 unhandled errors"], result.RootElement.GetProperty("reasons").EnumerateArray().Select(reason => reason.GetString()));
    }

    [SkippableFact]
    public async Task Ctrl_C_ends_with_the_verdict_so_far_and_it_can_be_gone_on_with()
    {
        Skip.IfNot(OperatingSystem.IsLinux(), "signals are sent by kill(1)");
        using (var genie = GenieProcess.Start(Soak("--duration", "10m", "--connections", "2", "--checkpoint", "300ms")))
        {
            await genie.WaitForLineAsync(" reliable, ");
            await genie.PressCtrlCAsync();
            await genie.WaitForLineAsync("**Held so far");
            Assert.Equal(ExitCode.Interrupted, await genie.ExitAsync());
        }

        double elapsed;
        using (var stopped = Read())
        {
            Assert.Equal((true, false), (stopped.RootElement.GetProperty("held").GetBoolean(), stopped.RootElement.GetProperty("complete").GetBoolean()));
            elapsed = stopped.RootElement.GetProperty("soak").GetProperty("elapsed_s").GetDouble();
        }

        var (code, output, error) = await GenieRun.RunAsync(Soak("--resume", "--json", "--duration", $"{(int)elapsed + 2}s"));
        Assert.True(code == ExitCode.Success, output + error);
        using var result = JsonDocument.Parse(output);
        var interruption = Assert.Single(result.RootElement.GetProperty("soak").GetProperty("interruptions").EnumerateArray());
        Assert.Equal(("it was told to stop", 0), (interruption.GetProperty("cause").GetString(), interruption.GetProperty("unaccounted").GetInt32()));
        Assert.True(result.RootElement.GetProperty("complete").GetBoolean());
    }

    [Theory]
    [InlineData("genie-soak-udp 1 00000000\n{\"plan\":", "is damaged")]
    [InlineData("something else", "is no state of")]
    public async Task A_damaged_state_is_refused(string content, string said)
    {
        await File.WriteAllTextAsync(Result + ".state", content);
        var (code, _, error) = await GenieRun.RunAsync(Soak("--resume"));
        Assert.Equal(ExitCode.BadArguments, code);
        Assert.Contains(said, error, StringComparison.Ordinal);
        Assert.True(File.Exists(Result + ".state"));
    }

    [Theory]
    [InlineData("more than half", "--loss", "70%")]
    [InlineData("at least 1", "--rate", "0")]
    [InlineData("at most 1000", "--connections", "5000")]
    [InlineData("at most 2s", "--latency", "5s")]
    [InlineData("unit of time", "--variance", "5")]
    [InlineData("too short", "--duration", "0s")]
    [InlineData("'--latency'", "--latnecy", "5ms")]
    [InlineData("no soak to go on with", "--resume")]
    [InlineData("leave out --rate", "--resume", "--rate", "9")]
    [InlineData("leave out --transport", "--resume", "--transport", "tcp")]
    [InlineData("leave out --compress", "--resume", "--compress", "zlib")]
    [InlineData("leave out --cipher", "--resume", "--cipher", "aes-256-gcm")]
    [InlineData("TLS chooses its own", "--transport", "tcp", "--cipher", "aes-256-gcm")]
    [InlineData("'gzip' is unknown", "--compress", "gzip")]
    public async Task Bad_arguments_end_with_code_2(string said, params string[] arguments)
    {
        var (code, _, error) = await GenieRun.RunAsync(Soak(arguments));
        Assert.Equal(ExitCode.BadArguments, code);
        Assert.Contains(said, error, StringComparison.Ordinal);
    }

    private static async Task GoneAsync(int processId)
    {
        for (var waited = TimeSpan.Zero; waited < Timeout; waited += TimeSpan.FromMilliseconds(100))
        {
            if (IsGone(processId)) return;
            await Task.Delay(100);
        }

        Assert.Fail($"Process {processId} outlived the soak.");
    }

    private static bool IsGone(int processId)
    {
        try
        {
            // One that has ended and that nobody has asked about yet is gone as well: its state, behind the name in parentheses, is Z.
            if (OperatingSystem.IsLinux()) return File.ReadAllText($"/proc/{processId}/stat").Split(") ")[^1][0] is 'Z' or 'X';
            using var process = Process.GetProcessById(processId);
            return process.HasExited;
        }
        catch (Exception error) when (error is IOException or ArgumentException)
        {
            return true;
        }
    }

    private static long Number(JsonElement counts, string name, int? index = null) => (index is { } at ? counts.GetProperty(name)[at] : counts.GetProperty(name)).GetInt64();

    private static int[] Processes(string line) => [.. Digits().Matches(line).Select(number => int.Parse(number.Value, System.Globalization.CultureInfo.InvariantCulture))];

    [GeneratedRegex("[0-9]+")]
    private static partial Regex Digits();

    private string[] Soak(params string[] arguments) => ["soak", "udp", "--out", Result, .. arguments];

    private JsonDocument Read() => JsonDocument.Parse(File.ReadAllText(Result));
}
