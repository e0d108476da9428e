using System.Text.Json;
using Genie.Benchmarks.Commands;
using Genie.Rpc.Quic;
using Genie.Testing;

namespace Genie.Benchmarks.Tests.Commands;

public sealed class CallTableCommandTests : IDisposable
{
    // Where the loader looks by itself.
    private static readonly string[] LibraryFolders = ["/lib64", "/usr/lib64", "/usr/lib", "/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/local/lib"];

    private readonly TemporaryFolder _folder = new();

    [SkippableFact]
    public async Task Every_system_has_figures_in_every_cell_on_loopback_and_through_the_proxy()
    {
        Skip.IfNot(QuicSupport.IsSupported, QuicSupport.HowToInstall);
        var (code, output, error) = await GenieProcess.RunAsync(
            "bench", "quic", "grpc", "--table", "--threads", "1,4", "--batches", "40", "--loss", "3%", "--repeat", "2", "--out", _folder.Path);
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

        // The proxy's own latency is never less than it says, so neither is a call's.
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
        Skip.If(LibraryFolders.Any(folder => Directory.Exists(folder) && Directory.EnumerateFiles(folder, "libmsquic.so*").Any()), "libmsquic is installed here for all programs.");
        var (code, output, error) = await GenieProcess.RunByAsync(["env", "-u", "LD_LIBRARY_PATH"], "bench", "quic", "grpc", "--table", "--out", _folder.Path);
        Assert.Equal((ExitCode.Failure, ""), (code, output));
        Assert.Contains("Genie.Rpc.Quic", error, StringComparison.Ordinal);
        Assert.Contains("libmsquic", error, StringComparison.Ordinal);
        Assert.Empty(Directory.GetFiles(_folder.Path));
    }

    public void Dispose() => _folder.Dispose();

    private static double MedianOf(JsonElement row, string name) => row.GetProperty(name).GetProperty("median").GetDouble();
}
