using System.CommandLine;
using System.IO.Compression;
using Genie.Benchmarks.Commands;
using Genie.Benchmarks.Commands.Secrets;
using Genie.Benchmarks.Drivers;
using Genie.Benchmarks.Reporting;
using Genie.Benchmarks.Tests.Commands;
using Genie.Benchmarks.Tests.Reporting;
using Genie.Benchmarks.Tests.Reporting.Export;
using Genie.Brokers.Drivers;
using Genie.Servers;
using Genie.Testing;

namespace Genie.Benchmarks.Tests.Secrets;

/// <summary>A marker in the place of every secret that a measurement can be given: nothing that is written, shown or sent has it, nor what is made of files of earlier versions.</summary>
public sealed class WrittenSecretTests : IDisposable
{
    private const string M = Marker.Text;

    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task A_measurement_keeps_every_secret_to_itself()
    {
        var url = $"nats://u:{M}@127.0.0.1:{Ports.PickFree()}";
        var (_, output, error) = await GenieProcess.RunAsync(
            "bench", "nats", "--client", "wire", "--mode", "round-trip", "--connections", "1", "--duration", "50ms", "--warmup", "0s", "--timeout", "100ms", "--crank", "--out", _folder.Path, "--history", Path.Combine(_folder.Path, "history"),
            "--broker-option", $"nats.url={url}", "--broker-option", $"nats.password={M}", "--broker-option", $"nats.token={M}", "--broker-option", "nats.connect-timeout=100ms",
            "--database", $"Host=127.0.0.1;Username={M};Password={M}");
        Assert.True(File.Exists(Path.Combine(_folder.Path, "results.json")), error);
        Assert.Contains("nats", output, StringComparison.Ordinal);
        Marker.AssertNotIn(output, "standard output");
        Marker.AssertNotIn(error, "standard error");
        AssertNotWritten();
    }

    [Fact]
    public async Task What_is_made_of_earlier_results_has_no_secret()
    {
        var old = Path.Combine(_folder.Path, "old.json");
        await WriteOldAsync(old, string.Join(' ', SecretArguments()));
        var made = Directory.CreateDirectory(Path.Combine(_folder.Path, "made")).FullName;
        string At(string name) => Path.Combine(made, name);
        string[][] commands =
        [
            ["report", old, "--html", At("r.html"), "--markdown", At("r.md"), "--csv", At("r.csv"), "--junit", At("r.xml")],
            ["compare", old, old, "--out", made], ["gate", old, old, "--junit", At("gate.xml")], ["history", "add", old, "--folder", At("history")],
            ["history", "--folder", At("history"), "--html", At("h.html"), "--csv", At("h.csv")],
        ];
        foreach (var command in commands)
        {
            using var said = new StringWriter();
            try
            {
                await CommandTable.CreateRoot(command[0]).Parse(command).InvokeAsync(new InvocationConfiguration { EnableDefaultExceptionHandler = false, Output = said, Error = said });
            }
            catch (BadArgumentException error)
            {
                // A gate wants more repetitions; what was asked for is written by then.
                await said.WriteLineAsync($"{error}");
            }

            Marker.AssertNotIn(said.ToString(), string.Join(' ', command));
        }

        string[] written = ["r.html", "r.md", "r.csv", "r.xml", "compare.html", "h.html", "h.csv"];
        Assert.All(written, name => Assert.True(File.Exists(At(name)), name));
        Assert.NotEmpty(Directory.GetFiles(At("history")));
        File.Delete(old);
        AssertNotWritten();
    }

    [Fact]
    public async Task A_collector_is_sent_no_secret()
    {
        var (results, old) = (Path.Combine(_folder.Path, "results.json"), Path.Combine(_folder.Path, "old.json"));
        await WriteOldAsync(old, string.Join(' ', SecretArguments()));
        await GenieProcess.RunAsync(
            "bench", "nats", "--client", "wire", "--connections", "1", "--duration", "50ms", "--warmup", "0s", "--timeout", "100ms", "--out", _folder.Path,
            "--broker-option", $"nats.url=nats://u:{M}@127.0.0.1:{Ports.PickFree()}", "--broker-option", $"nats.password={M}", "--broker-option", $"nats.token={M}", "--broker-option", "nats.connect-timeout=100ms",
            "--database", $"Host=127.0.0.1;Username={M};Password={M}");
        await using var collector = await OtlpCollector.StartAsync();
        foreach (var file in new[] { results, old })
        {
            var before = collector.Received.Count;
            var (code, output, error) = await GenieProcess.RunProgramAsync("env", ["OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf", GenieProcess.Path, "report", file, "--quiet", "--otlp", collector.Url.Replace("://", $"://u:{M}@", StringComparison.Ordinal)]);
            Assert.True(code == ExitCode.Success, output + error);
            Assert.True(collector.Received.Count > before, file);
            Marker.AssertNotIn(output + error, "report");
        }

        // The address' own user info is not sent either.
        foreach (var (path, headers, body) in collector.Received) Marker.AssertNotIn($"{path} {string.Join(' ', headers)} {body}", "what the collector got");
    }

    [Fact]
    public void Every_option_of_bench_that_is_declared_secret_is_masked()
    {
        var arguments = SecretArguments();
        Marker.AssertNotIn(ShownCommandLine.OfText(string.Join(' ', arguments)), "a command line that was written down");
        Marker.AssertNotIn(ShownCommandLine.Of(CommandTable.CreateRoot("bench").Parse(arguments)), "a command line that is given");
    }

    /// <summary>Each option of bench that is declared secret, and of <c>--broker-option</c> each setting of each driver.</summary>
    private static List<string> SecretArguments()
    {
        List<string> arguments = ["bench", "nats"];
        foreach (var option in CommandTable.CreateRoot("bench").Subcommands.Single(static command => command.Name == "bench").Options)
        {
            if (option is not IMaskedOption { Mask: not null }) continue;
            string[] values = option.Name switch
            {
                "--broker-option" => [.. DriverCatalogue.Brokers.SelectMany(DriverCatalogue.Of).SelectMany(SecretSettings).Distinct()],
                "--database" => [$"Host=h;Username={M};Password={M}"],
                _ => [M],
            };
            foreach (var value in values) arguments.AddRange([option.Name, value]);
        }

        Assert.Contains("--database", arguments);
        Assert.Contains(arguments, static argument => argument.StartsWith("pulsar.token=", StringComparison.Ordinal));
        return arguments;
    }

    private static IEnumerable<string> SecretSettings(IBrokerDriver driver) => BrokerOptionsBinder.Describe(driver.Broker, driver.OptionsType)
        .Where(static setting => setting.Secrecy != SettingSecrecy.None)
        .Select(setting => $"{driver.Broker}.{setting.Name}={(setting.Secrecy == SettingSecrecy.Value ? M : $"tcp://u:{M}@h:1")}");

    // As a version wrote it that masked nothing.
    private static async Task WriteOldAsync(string file, string commandLine)
    {
        await ResultsFile.WriteAsync(file, SampleResults.Create() with { CommandLine = commandLine }, CancellationToken.None);
        Assert.Contains(M, await File.ReadAllTextAsync(file), StringComparison.Ordinal);
    }

    private void AssertNotWritten()
    {
        foreach (var file in Directory.GetFiles(_folder.Path, "*", SearchOption.AllDirectories))
        {
            using var stream = File.OpenRead(file);
            using var reader = new StreamReader(file.EndsWith(".gz", StringComparison.Ordinal) ? new GZipStream(stream, CompressionMode.Decompress) : stream);
            Marker.AssertNotIn(reader.ReadToEnd(), Path.GetRelativePath(_folder.Path, file));
        }
    }
}
