using System.Globalization;
using System.Text.Json;
using Genie.Benchmarks.Commands;
using Genie.Faults;
using Genie.Rpc.Quic;
using Genie.Testing;

namespace Genie.Benchmarks.Tests.Commands;

public sealed class CallTableCommandTests : IDisposable
{
    // Where the loader looks by itself.
    private static readonly string[] LibraryFolders = ["/lib64", "/usr/lib64", "/usr/lib", "/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/local/lib"];

    private readonly TemporaryFolder _folder = new();

    [SkippableTheory]
    [InlineData("packets", 2, "TCP's segments and acknowledgements as well as QUIC's datagrams")]
    [InlineData("proxy", 1, "kind to HTTP/2")]
    [Trait("Tier", "nightly")]
    [Trait("Seconds", "70")]
    public async Task Every_system_has_figures_in_every_cell_on_loopback_and_at_a_distance(string path, int repetitions, string remark)
    {
        Skip.IfNot(QuicSupport.IsSupported, QuicSupport.HowToInstall);
        if (path == "packets") SkipWithoutPackets();
        var (code, output, error) = await GenieRun.RunAsync(
            "bench", "quic", "grpc", "--table", "--path", path, "--threads", "1,4", "--batches", "40", "--loss", "3%", "--repeat", $"{repetitions}", "--out", _folder.Path);
        Assert.True(code == ExitCode.Success, output + error);
        using var table = JsonDocument.Parse(await File.ReadAllTextAsync(Path.Combine(_folder.Path, "calls.json")));
        var cells = table.RootElement.GetProperty("cells").EnumerateArray().ToList();
        Assert.Equal(
            [("loopback", 1), ("loopback", 4), ("35 ms, 3 % lost", 1), ("35 ms, 3 % lost", 4)],
            cells.Select(cell => (cell.GetProperty("network").GetString(), cell.GetProperty("callers").GetInt32())));
        Assert.All(cells, cell =>
        {
            Assert.Equal(["quic", "grpc-http2", "grpc-http3", "echo"], cell.GetProperty("rows").EnumerateArray().Select(row => row.GetProperty("system").GetString()));
            Assert.All(cell.GetProperty("rows").EnumerateArray(), row => Assert.All(
                ["batch_milliseconds", "call_p99_microseconds", "client_allocated_bytes_per_call", "server_allocated_bytes_per_call"], name => Assert.True(MedianOf(row, name) > 0, $"{name} of {row}")));
        });

        Assert.Contains(remark, Assert.Single(table.RootElement.GetProperty("remarks").EnumerateArray()).GetString(), StringComparison.Ordinal);

        // The latency is never less than it says, so neither is a call's.
        Assert.All(cells.Skip(2).SelectMany(cell => cell.GetProperty("rows").EnumerateArray()), row => Assert.True(MedianOf(row, "call_p50_microseconds") >= 35_000, $"{row}"));
        Assert.All(output.Split('\n').SkipLast(2), line => Assert.True(line.Length <= 80, line));
        var page = await File.ReadAllTextAsync(Path.Combine(_folder.Path, "calls.html"));
        Assert.Contains("Time a call, batches of 40", page, StringComparison.Ordinal);
        Assert.Contains("class=\"line\"", page, StringComparison.Ordinal);
    }

    [SkippableFact]
    public async Task Without_the_native_library_it_says_what_to_install_and_ends_with_code_1()
    {
        Skip.IfNot(OperatingSystem.IsLinux(), "The library's path is set as on Linux.");
        Skip.If(IsInstalled, "libmsquic is installed here for all programs.");
        var (code, output, error) = await GenieProcess.RunByAsync(["env", "-u", "LD_LIBRARY_PATH"], "bench", "quic", "grpc", "--table", "--out", _folder.Path);
        Assert.Equal((ExitCode.Failure, ""), (code, output));
        Assert.Contains("Genie.Rpc.Quic", error, StringComparison.Ordinal);
        Assert.Contains("libmsquic", error, StringComparison.Ordinal);
        Assert.Empty(Directory.GetFiles(_folder.Path));
    }

    [SkippableFact]
    [Trait("Tier", "nightly")]
    [Trait("Seconds", "15")]
    public async Task Killed_it_leaves_neither_processes_nor_networks_behind()
    {
        Skip.IfNot(QuicSupport.IsSupported, QuicSupport.HowToInstall);
        SkipWithoutPackets();
        using var genie = GenieProcess.Start("bench", "grpc", "--table", "--path", "packets", "--threads", "1", "--batches", "100", "--loss", "0%", "--out", _folder.Path);
        var own = NetworkOf(Environment.ProcessId);
        using var limit = new CancellationTokenSource(TimeSpan.FromMinutes(2));
        string[] networks = [];
        while ((networks = [.. Networks().Where(network => network.Parent == genie.Id && network.Name != own).Select(network => network.Name).Distinct()]).Length < 2) await Task.Delay(50, limit.Token);
        await genie.SignalAsync("KILL");
        while (Networks().Any(network => networks.Contains(network.Name))) await Task.Delay(50, limit.Token);
    }

    [SkippableFact]
    public async Task Without_the_native_library_the_messages_of_quic_are_a_failed_row_and_brokers_says_what_to_install()
    {
        Skip.IfNot(OperatingSystem.IsLinux(), "The library's path is set as on Linux.");
        Skip.If(IsInstalled, "libmsquic is installed here for all programs.");
        var (code, output, _) = await GenieProcess.RunByAsync(["env", "-u", "LD_LIBRARY_PATH"], "bench", "quic", "--duration", "100ms", "--out", _folder.Path);
        Assert.Equal(ExitCode.Failure, code);
        Assert.Contains("quic cannot be measured", output, StringComparison.Ordinal);
        Assert.Contains("libmsquic", output, StringComparison.Ordinal);
        var survey = await GenieProcess.RunByAsync(["env", "-u", "LD_LIBRARY_PATH"], "brokers");
        Assert.Contains("libmsquic", survey.Output, StringComparison.Ordinal);
    }

    [SkippableFact]
    public async Task A_native_library_that_was_unpacked_for_genie_is_found_without_a_variable()
    {
        Skip.IfNot(OperatingSystem.IsLinux(), "The library's path is set as on Linux.");
        Skip.If(IsInstalled, "libmsquic is installed here for all programs.");
        var library = LibraryPath.Select(folder => Path.Combine(folder, "libmsquic.so.2")).FirstOrDefault(File.Exists);
        Skip.If(library is null, "no libmsquic.so.2 in LD_LIBRARY_PATH");
        var home = Directory.CreateDirectory(Path.Combine(_folder.Path, "releases", "msquic-1.0")).FullName;
        File.Copy(library, Path.Combine(home, "libmsquic.so.2"));
        string[] without = ["env", "-u", "LD_LIBRARY_PATH", $"GENIE_STATE={_folder.Path}"];
        var survey = await GenieProcess.RunByAsync(without, "brokers");
        Assert.DoesNotContain("libmsquic", survey.Output, StringComparison.Ordinal);

        // Client and worker are processes of their own.
        var (code, output, error) = await GenieProcess.RunByAsync(without, "bench", "quic", "--duration", "100ms", "--warmup", "0s", "--stages", "transport", "--out", Path.Combine(_folder.Path, "out"));
        Assert.True(code == ExitCode.Success, output + error);
    }

    public void Dispose() => _folder.Dispose();

    private static string[] LibraryPath => Environment.GetEnvironmentVariable("LD_LIBRARY_PATH")?.Split(':', StringSplitOptions.RemoveEmptyEntries) ?? [];

    private static bool IsInstalled => LibraryFolders.Any(folder => Directory.Exists(folder) && Directory.EnumerateFiles(folder, "libmsquic.so*").Any());

    private static void SkipWithoutPackets()
    {
        var lack = PacketPath.WhyUnavailable();
        Skip.If(lack is not null, $"No path of packets here: {lack}");
    }

    // The network of every process that may be looked at, and whose child it is.
    private static IEnumerable<(string Name, int Parent)> Networks()
    {
        foreach (var folder in Directory.EnumerateDirectories("/proc").Where(folder => char.IsAsciiDigit(Path.GetFileName(folder)[0])))
        {
            (string, int) found;
            try
            {
                var status = File.ReadAllText(Path.Combine(folder, "stat"));
                found = (NetworkOf(int.Parse(Path.GetFileName(folder), CultureInfo.InvariantCulture)), int.Parse(status[(status.LastIndexOf(')') + 4)..].Split(' ')[0], CultureInfo.InvariantCulture));
            }
            catch (IOException)
            {
                // It ended meanwhile.
                continue;
            }

            yield return found;
        }
    }

    private static string NetworkOf(int process) => new FileInfo($"/proc/{process}/ns/net").LinkTarget ?? "";

    private static double MedianOf(JsonElement row, string name) => row.GetProperty(name).GetProperty("median").GetDouble();
}
