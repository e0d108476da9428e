using System.Diagnostics;
using Genie.Benchmarks.Commands;
using Genie.Benchmarks.Reporting;
using Genie.Benchmarks.Reporting.Model;
using Genie.Servers;
using Genie.Testing;

namespace Genie.Benchmarks.Tests.Commands;

public sealed class BenchCommandTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    private string ResultsPath => Path.Combine(_folder.Path, "results.json");

    [Theory]
    [InlineData("'nats'", "bench", "natz")]
    [InlineData("'--connections'", "bench", "none", "--conections", "1")]
    [InlineData("'ms'", "bench", "none", "--duration", "10mss")]
    [InlineData("'-1s' is too short", "bench", "none", "--duration", "-1s")]
    [InlineData("'0s' is too short", "bench", "none", "--duration", "0s")]
    [InlineData("'-1ms' is too short", "bench", "none", "--warmup", "-1ms")]
    [InlineData("'100d' is too long", "bench", "none", "--duration", "100d")]
    [InlineData("at most 1073741824", "bench", "none", "--payload", "10GiB")]
    [InlineData("at most 1048576", "bench", "none", "--in-flight", "99999999999999")]
    [InlineData("inmemory through wire confirms what is buffered or accepted", "bench", "inmemory", "--confirmation", "persisted")]
    [InlineData("'nats'", "brokers", "--settings", "natz")]
    [InlineData("'round-trip'", "bench", "none", "--mode", "roundtrip")]
    [InlineData("'transport'", "bench", "none", "--stages", "transprt")]
    [InlineData("'embedded'", "bench", "none", "--stages", "grains", "--store", "embeded")]
    [InlineData("--stages grains", "bench", "none", "--verify-effects", "--stages", "cdc")]
    [InlineData("--stages grains", "bench", "none", "--store", "embedded", "--stages", "full")]
    [InlineData("1 to 1024", "bench", "none", "--partitions", "0")]
    [InlineData("--encrypt", "bench", "none", "--partitions", "2", "--encrypt")]
    [InlineData("'worker'", "crash", "nats", "--kill", "wroker")]
    [InlineData("--store postgres", "crash", "nats", "--workers", "2")]
    [InlineData("'pause'", "crash", "zones", "--fault", "paus")]
    [InlineData("at least 2", "crash", "zones", "--servers", "1")]
    [InlineData("no number of seconds above 0", "crash", "zones", "--takeover-seconds", "-1")]
    [InlineData("NAME=VALUE", "bench", "none", "--broker-option", "max")]
    [InlineData("'max-payload-bytes'", "bench", "none", "--broker-option", "max-payload-byte=5")]
    [InlineData("--payload-file", "bench", "none", "--payload-file", "/no/such/file")]
    [InlineData("--payload and --payload-file", "bench", "none", "--payload", "256", "--payload-file", "/no/such/file")]
    [InlineData("1,4", "bench", "none", "--connections", "0")]
    [InlineData("'rabbitmq'", "bench", "rabitmq")]
    [InlineData("ends before it begins", "bench", "none", "--payload", "4KiB..64")]
    [InlineData("a stage without its time", "bench", "none", "--rate", "1k:10s,2k")]
    [InlineData("--duration and the stages", "bench", "none", "--rate", "1k:10s", "--duration", "5s")]
    [InlineData("--until searches a rate by itself", "bench", "none", "--rate", "1k..2k", "--until", "p99 < 5ms")]
    [InlineData("--stages transport has none", "bench", "none", "--stages", "transport", "--key-skew", "1")]
    [InlineData("at most 1024", "bench", "none", "--keys", "1025")]
    [InlineData("0.99", "bench", "none", "--key-skew", "-1")]
    [InlineData("--mode fire-and-forget", "bench", "none", "--worker-away", "1s")]
    [InlineData("a request has one answer", "bench", "none", "--fan-out", "3")]
    [InlineData("leave one of them out", "bench", "none", "--mode", "fire-and-forget", "--fan-out", "3", "--pipeline", "2")]
    [InlineData("leave one of them out", "bench", "none", "--mode", "fire-and-forget", "--fan-out", "3", "--worker-away", "1s")]
    [InlineData("leave --encrypt", "bench", "none", "--pipeline", "2", "--encrypt")]
    [InlineData("'stall'", "bench", "nats", "--fault", "3s stal")]
    [InlineData("would come after the end", "bench", "nats", "--fault", "3s stall", "--duration", "2s")]
    [InlineData("unit of time", "bench", "nats", "--fault", "3 stall")]
    [InlineData("'p90'", "bench", "none", "--threshold", "p9 < 1ms")]
    [InlineData("'p99.9'", "bench", "none", "--until", "p99,9 < 5ms")]
    [InlineData("'ms'", "bench", "none", "--until", "p99 < 5mss")]
    [InlineData("--ladder", "bench", "inmemory", "--ladder", "--connections", "4")]
    [InlineData("--sweep decides by itself what --mode would say", "bench", "inmemory", "--sweep", "--mode", "both")]
    [InlineData("--sweep decides by itself what --threshold would say", "bench", "inmemory", "--sweep", "--threshold", "lost == 0")]
    [InlineData("--ladder decides by itself what --sweep would say", "bench", "inmemory", "--ladder", "--sweep")]
    [InlineData("--sweep finds rates by itself", "bench", "inmemory", "--sweep", "--rate", "1k..2k")]
    [InlineData("a sweep decides by itself which row is next", "compare", "--a", "none --sweep", "--b", "none")]
    [InlineData("'quic'", "bench", "quik", "--table")]
    [InlineData("Known: quic, grpc", "bench", "nats", "--table")]
    [InlineData("bench quic grpc --table", "bench", "quic", "grpc")]
    [InlineData("--loss is for --table", "bench", "none", "--loss", "1%")]
    [InlineData("--table decides by itself what --mode would say", "bench", "grpc", "--table", "--mode", "both")]
    [InlineData("'x%' is no share", "bench", "grpc", "--table", "--loss", "1%,x%")]
    [InlineData("up to 1024", "bench", "grpc", "--table", "--threads", "1025")]
    [InlineData("'bench'", "bensh")]
    public async Task Bad_arguments_end_with_code_2_and_the_nearest_name(string expected, params string[] arguments)
    {
        var (code, _, error) = await GenieRun.RunAsync(arguments[0] == "bench" ? [.. arguments, "--out", _folder.Path] : arguments);
        Assert.Contains(expected, error, StringComparison.Ordinal);
        Assert.Equal(ExitCode.BadArguments, code);
        Assert.False(File.Exists(ResultsPath));
    }

    [Fact]
    public async Task Measuring_writes_valid_results_and_ends_with_code_0()
    {
        var (code, output, error) = await GenieRun.RunAsync(
            "bench", "none", "inmemory", "--mode", "fire-and-forget", "--duration", "300ms", "--warmup", "100ms", "--connections", "1,4", "--out", _folder.Path);
        Assert.True(code == ExitCode.Success, output + error);
        var results = await ResultsFile.ReadAsync(ResultsPath, CancellationToken.None);
        Assert.Equal(8, results.Runs.Count);
        Assert.False(results.Partial);
        Assert.All(results.Runs, row =>
        {
            Assert.True(row.Valid);
            Assert.True(row.Requests > 0);
            Assert.Equal(row.Ledger.Sent, row.Ledger.Delivered);
            Assert.Equal("embedded", row.Geocoder);
            Assert.Equal(row.WarmUp!.RowsBefore == 0, row.FirstRequestMilliseconds > 0);
            Assert.True(row.ClientProcess.PeakRssMebibytes > 0);
        });
    }

    [Fact]
    public async Task Two_processes_measure_all_rows_of_a_system_and_are_new_for_each_repetition()
    {
        var run = await GenieRun.RunAsync(
            "bench", "sockets", "--broker-option", $"url=tcp://127.0.0.1:{Ports.PickFree()}", "--stages", "transport", "--mode", "round-trip", "--connections", "1,2", "--repeat", "2",
            "--duration", "300ms", "--warmup", "100ms", "--out", _folder.Path);
        var results = await MeasuredResults.ReadAsync(run, ResultsPath);
        Assert.Equal([(1, 0), (1, 1), (2, 0), (2, 1)], results.Runs.Select(row => (row.Repetition, row.WarmUp!.RowsBefore)));
        Assert.All(results.Runs, row =>
        {
            Assert.True(row.Requests > 0);
            Assert.True(row.WorkerProcess.PeakRssMebibytes > 0);
            Assert.Contains(row.Marks, mark => mark.Kind == RowMarkKinds.NotSettled);
        });
    }

    [Theory]
    [InlineData("transport")]
    [InlineData("full")]
    public async Task The_bytes_of_a_file_are_the_payload(string stages)
    {
        var file = Path.Combine(_folder.Path, "order.json");
        await File.WriteAllTextAsync(file, new string('x', 777));
        var run = await GenieRun.RunAsync(
            "bench", "sockets", "--broker-option", $"url=tcp://127.0.0.1:{Ports.PickFree()}", "--stages", stages, "--payload-file", file, "--connections", "2", "--duration", "300ms", "--warmup", "100ms", "--out", _folder.Path);
        var results = await MeasuredResults.ReadAsync(run, ResultsPath);
        Assert.All(results.Runs, row =>
        {
            Assert.Equal((777, "order.json", 64), (row.PayloadBytes, row.PayloadFile, row.PayloadSha256!.Length));
            Assert.True(row.Requests > 0);
            Assert.Equal(row.Ledger.Sent, row.Ledger.Delivered);
        });
        Assert.Contains("777 bytes of payload from order.json", run.Output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Json_lines_and_sizes_that_differ_are_payloads_too()
    {
        var file = Path.Combine(_folder.Path, "orders.jsonl");
        await File.WriteAllTextAsync(file, "{\"order\": 1}\n{\"order\": 2000000}\n");
        var run = await GenieRun.RunAsync(
            "bench", "sockets", "--broker-option", $"url=tcp://127.0.0.1:{Ports.PickFree()}", "--stages", "transport", "--payload-file", file, "--connections", "2", "--duration", "300ms", "--warmup", "100ms", "--out", _folder.Path);
        var results = await MeasuredResults.ReadAsync(run, ResultsPath);
        Assert.All(results.Runs, row => Assert.Equal((15, "orders.jsonl", 2, 0L), (row.PayloadBytes, row.PayloadFile, row.PayloadMessages, row.Ledger.Lost)));
        Assert.Contains("2 messages from orders.jsonl", run.Output, StringComparison.Ordinal);
        run = await GenieRun.RunAsync(
            "bench", "sockets", "--broker-option", $"url=tcp://127.0.0.1:{Ports.PickFree()}", "--stages", "cdc", "--payload", "100..300", "--keys", "5", "--key-skew", "1.5", "--connections", "2", "--duration", "300ms", "--warmup", "100ms", "--out", _folder.Path);
        results = await MeasuredResults.ReadAsync(run, ResultsPath);
        Assert.All(results.Runs, row => Assert.Equal((200, "100..300", 5, 1.5, 0L), (row.PayloadBytes, row.PayloadSizes, row.Keys, row.KeySkew, row.Ledger.Lost)));
    }

    [Fact]
    public async Task Encryption_is_measured_beside_the_plain_row()
    {
        var run = await GenieRun.RunAsync(
            "bench", "inmemory", "--encrypt", "--stages", "transport", "--duration", "300ms", "--warmup", "100ms", "--connections", "4", "--out", _folder.Path);
        var results = await MeasuredResults.ReadAsync(run, ResultsPath);
        Assert.Equal([false, true, false, true, false, true], results.Runs.Select(row => row.Encrypted));
        Assert.All(results.Runs, row => Assert.True(row.Requests > 0));
        Assert.All(results.Runs.Where(row => row.Encrypted), row => Assert.Contains("of the plain row's throughput", row.Remarks[0], StringComparison.Ordinal));
    }

    [Fact]
    public async Task Every_requests_effect_is_found_once_in_the_event_store()
    {
        var run = await GenieRun.RunAsync(
            "bench", "none", "inmemory", "--verify-effects", "--duration", "400ms", "--warmup", "200ms", "--connections", "3", "--store-folder", Path.Combine(_folder.Path, "events"), "--out", _folder.Path);
        var results = await MeasuredResults.ReadAsync(run, ResultsPath);
        Assert.Equal(6, results.Runs.Count);
        Assert.All(results.Runs, row =>
        {
            Assert.Equal((Workload.Stages.Grains, "embedded"), (row.Stages, row.Store));
            Assert.Equal(new EffectFigures { Expected = row.Ledger.Sent }, row.Effects);
            Assert.True(row.Requests > 0);
        });
        Assert.Equal(6, Directory.GetDirectories(Path.Combine(_folder.Path, "events")).Length);
        Assert.Contains("missing", run.Output, StringComparison.Ordinal);
        Assert.Contains("effects missing", await File.ReadAllTextAsync(Path.Combine(_folder.Path, "report.html")), StringComparison.Ordinal);
    }

    [SkippableFact]
    [Trait("Tier", "nightly")]
    [Trait("Seconds", "20")]
    public async Task A_worker_of_its_own_keeps_effects_in_PostgreSQL()
    {
        var reason = ServerUnderTest.WhyUnavailable("postgres", PostgresServer.IsInstalled) ?? ServerUnderTest.WhyUnavailable("nats", NatsServer.IsInstalled);
        Skip.If(reason is not null, reason);
        await using var postgres = await OwnServer.StartAsync("test-postgres", (folder, port) => PostgresServer.StartAsync(folder, port, CancellationToken.None));
        await using var server = await ServerUnderTest.StartAsync("nats", "nats", (folder, port) => NatsServer.StartAsync(folder, port, null, CancellationToken.None));
        var run = await GenieRun.RunAsync(
            "bench", "nats", "--broker-option", $"url={server.Url}", "--verify-effects", "--store", "postgres", "--database", PostgresServer.ConnectionString(postgres.Process),
            "--duration", "1s", "--warmup", "500ms", "--connections", "4", "--backlog", "200", "--out", _folder.Path);
        Assert.All((await MeasuredResults.ReadAsync(run, ResultsPath)).Runs, row =>
        {
            Assert.Equal(new EffectFigures { Expected = row.Ledger.Sent }, row.Effects);
            Assert.Equal("postgres", row.Store);
            Assert.True(row.Requests > 0);
        });
    }

    [Fact]
    public async Task Losses_end_with_code_1()
    {
        var (code, _, _) = await GenieRun.RunAsync(
            "bench", "inmemory", "--mode", "fire-and-forget", "--stages", "transport", "--duration", "200ms", "--warmup", "0s", "--connections", "1",
            "--broker-option", "loss-per-million=500000", "--out", _folder.Path);
        Assert.Equal(ExitCode.Failure, code);
        var results = await ResultsFile.ReadAsync(ResultsPath, CancellationToken.None);
        Assert.All(results.Runs, row => Assert.True(row.Ledger.Lost > 0 && !row.Valid));
    }

    [Theory]
    [InlineData]
    [InlineData("--quiet")]
    public async Task A_server_that_is_not_there_is_named_with_host_and_port(params string[] further)
    {
        var (code, output, error) = await GenieRun.RunAsync(
            ["bench", "nats", "--broker-option", "url=nats://127.0.0.1:9", "--mode", "round-trip", "--connections", "1", "--duration", "100ms", "--out", _folder.Path, .. further]);
        Assert.Equal(ExitCode.Failure, code);
        Assert.Contains("127.0.0.1:9", output + error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Quiet_or_not_an_invalid_row_is_told()
    {
        var (code, output, error) = await GenieRun.RunAsync(
            "bench", "inmemory", "--broker-option", "loss-per-million=500000", "--mode", "fire-and-forget", "--stages", "transport", "--connections", "1",
            "--duration", "200ms", "--warmup", "0s", "--out", _folder.Path, "--quiet");
        Assert.Equal((ExitCode.Failure, ""), (code, output));
        Assert.Contains("lost", error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Ctrl_C_leaves_partial_results_that_say_so()
    {
        using var genie = GenieProcess.Start("bench", "inmemory", "--stages", "transport", "--duration", "10m", "--warmup", "0s", "--connections", "1", "--out", _folder.Path);
        await genie.WaitForLineAsync("rows, about");
        await genie.PressCtrlCAsync();
        Assert.Equal(130, await genie.ExitAsync());
        Assert.Contains("Interrupted: ", await genie.ErrorAsync(), StringComparison.Ordinal);
        var results = await ResultsFile.ReadAsync(ResultsPath, CancellationToken.None);
        Assert.True(results.Partial);
        Assert.Contains(results.Remarks, remark => remark.Contains("ended early", StringComparison.Ordinal));
    }

    [Fact]
    public async Task A_rate_is_searched_and_every_rate_tried_is_told()
    {
        var (code, output, error) = await GenieRun.RunAsync(
            "bench", "inmemory", "--mode", "round-trip", "--stages", "transport", "--until", "max < 1us", "--rate", "4", "--duration", "200ms", "--warmup", "0s", "--connections", "1", "--out", _folder.Path);
        Assert.True(code == ExitCode.Success, output + error);
        var row = Assert.Single((await ResultsFile.ReadAsync(ResultsPath, CancellationToken.None)).Runs);
        Assert.Equal([4, 4, 2, 2, 1, 1], row.Limit!.Tries.Select(attempt => attempt.RateAsked));
        Assert.Equal(("max < 1us", 0.0), (row.Limit.Condition, row.Limit.HeldPerSecond));
        Assert.Contains("no rate held max &lt; 1us", await File.ReadAllTextAsync(Path.Combine(_folder.Path, "report.html")), StringComparison.Ordinal);
    }

    [Fact]
    [Trait("Tier", "nightly")]
    [Trait("Seconds", "30")]
    public async Task A_sweep_measures_systems_in_turn_from_pass_to_pass_with_a_control_in_each_round()
    {
        // A worker that takes that long is saturated after few steps; where exactly is no matter of this test.
        var run = await GenieRun.RunAsync(
            "bench", "none", "zeromq", "--sweep", "--stages", "transport", "--worker-delay", "20ms", "--rate", "40", "--until", "p99 < 1s", "--repeat", "2", "--connections", "2", "--in-flight", "1",
            "--duration", "300ms", "--warmup", "0s", "--out", _folder.Path);
        Assert.True(run.ExitCode is ExitCode.Success or ExitCode.Failure, run.Output + run.Error);
        var results = await ResultsFile.ReadAsync(ResultsPath, CancellationToken.None);
        Assert.Equal("p99 < 1s", results.Sweep!.Condition);
        Assert.Equal(Enumerable.Range(1, results.Sweep.Control.Count), results.Sweep.Control.Select(reading => reading.Round));
        Assert.Contains(results.Sweep.Control, reading => reading is { LoopbackMicroseconds: > 0, NoneMicroseconds: > 0 });
        Assert.Equal(results.Sweep.Control.Count, results.Runs.Max(row => row.Round));
        Assert.All(results.Runs.GroupBy(row => row.Round), round => Assert.Equal(round.Count(), round.Select(row => row.Broker).Distinct().Count()));
        Assert.Equal(["none", "zeromq"], results.Runs.Where(row => row.Round == 1).Select(row => row.Broker));
        foreach (var passes in results.Runs.GroupBy(row => row.Broker).Select(system => system.ToLookup(row => row.Repetition)))
            Assert.Equal(passes[1].Where(row => row.Requests > 0).Select(row => row.RateAsked).Distinct().Order(), passes[2].Select(row => row.RateAsked));
        Assert.All(results.Runs, row => Assert.True(row.RateAsked > 0 && row.Mode == RunMode.RoundTrip));
        Assert.Contains("Latency under load, 2 connections", run.Output, StringComparison.Ordinal);
        Assert.Contains("99th percentile by rate", await File.ReadAllTextAsync(Path.Combine(_folder.Path, "report.html")), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_ladder_tells_what_each_layer_adds()
    {
        string[] steps = ["wire driver and broker", "+ geocode", "+ change capture, Avro", "+ grains", "+ encryption"];
        var run = await GenieRun.RunAsync("bench", "inmemory", "--ladder", "--duration", "200ms", "--warmup", "100ms", "--out", _folder.Path);
        var results = await MeasuredResults.ReadAsync(run, ResultsPath);
        var ladder = Assert.Single(results.Ladders!);
        Assert.Equal(["raw loopback socket", .. steps.Where((_, i) => results.Runs[i].Valid)], ladder.Steps.Select(step => step.Name));
        Assert.All(ladder.Steps, step => Assert.True(step.P50Microseconds > 0));
        Assert.Null(results.Overhead);
        Assert.Contains("Overhead ladder of inmemory", run.Output, StringComparison.Ordinal);
        Assert.Contains("Overhead ladder", await File.ReadAllTextAsync(Path.Combine(_folder.Path, "report.html")), StringComparison.Ordinal);
    }

    [Fact]
    [Trait("Tier", "nightly")]
    [Trait("Seconds", "30")]
    public async Task A_ladder_of_udp_has_the_overhead_levels_of_three_transports()
    {
        var run = await GenieRun.RunAsync("bench", "udp", "--ladder", "--duration", "200ms", "--warmup", "50ms", "--repeat", "2", "--out", _folder.Path);
        var overhead = (await MeasuredResults.ReadAsync(run, ResultsPath)).Overhead!;
        Assert.Equal(["udp", "tcp", "litenetlib"], overhead.Transports.Select(transport => transport.Transport));
        Assert.All(overhead.Transports, transport => Assert.Equal(["raw socket", "transport", "IBroker", "RPC", "full pipeline"], transport.Levels.Select(level => level.Name)));
        Assert.All(overhead.Transports.SelectMany(transport => transport.Levels), level => Assert.True(level.NoSuchLevel is null ? level is { Failure: null, Cost.Repetitions: 2, Cost.AddedMicroseconds: not null } : level.Cost is null, level.ToString()));
        Assert.Equal(1, overhead.Transports.Sum(transport => transport.Levels.Count(level => level.NoSuchLevel is not null)));
        Assert.NotNull(overhead.EveryStepIsBelowLimit);
        Assert.Contains("under 1 ms, by medians", run.Output, StringComparison.Ordinal);
        Assert.Contains("Overhead levels", await File.ReadAllTextAsync(Path.Combine(_folder.Path, "report.html")), StringComparison.Ordinal);
    }

    [Fact]
    public async Task What_was_measured_by_then_survives_a_kill()
    {
        using var genie = GenieProcess.Start(
            "bench", "inmemory", "--mode", "round-trip", "--stages", "transport", "--duration", "8h", "--warmup", "0s", "--checkpoint", "300ms", "--connections", "1", "--out", _folder.Path);
        while (!File.Exists(ResultsPath)) await Task.Delay(20);
        using (var kill = Process.Start("kill", ["-KILL", $"{genie.Id}"])) await kill.WaitForExitAsync();
        await genie.ExitAsync();
        var results = await ResultsFile.ReadAsync(ResultsPath, CancellationToken.None);
        Assert.True(results.Partial);
        var row = Assert.Single(results.Runs);
        Assert.True(row is { Requests: > 0, Valid: false } && row.LatencyMicroseconds.P99 > 0);
        Assert.Equal(RowMarkKinds.Partial, Assert.Single(row.Marks).Kind);
    }

    [SkippableFact]
    public async Task A_worker_that_listens_elsewhere_serves_a_Crank_job()
    {
        var reason = ServerUnderTest.WhyUnavailable("nats", NatsServer.IsInstalled);
        Skip.If(reason is not null, reason);
        await using var server = await ServerUnderTest.StartAsync("nats", "nats", (folder, port) => NatsServer.StartAsync(folder, port, null, CancellationToken.None));
        using var worker = GenieRun.Start("worker", "--listen", "127.0.0.1:0");
        var address = (await worker.WaitForLineAsync("Workers at")).Split(' ', ';')[2];
        var run = await GenieRun.RunAsync(
            "bench", "nats", "--broker-option", $"url={server.Url}", "--mode", "round-trip", "--stages", "transport", "--connections", "1", "--duration", "300ms", "--warmup", "100ms",
            "--worker-command", $"tcp://{address}", "--quiet", "--crank", "--out", _folder.Path);
        Assert.StartsWith("#StartJobStatistics", run.Output, StringComparison.Ordinal);
        Assert.True(Assert.Single((await MeasuredResults.ReadAsync(run, ResultsPath)).Runs).WorkerProcess.CpuSeconds > 0);
    }

    [SkippableFact]
    public async Task A_worker_that_dies_is_a_failed_row_with_its_exit_code()
    {
        var reason = ServerUnderTest.WhyUnavailable("nats", NatsServer.IsInstalled);
        Skip.If(reason is not null, reason);
        await using var server = await ServerUnderTest.StartAsync("nats", "nats", (folder, port) => NatsServer.StartAsync(folder, port, null, CancellationToken.None));
        var pidFile = Path.Combine(_folder.Path, "worker.pid");
        using var genie = GenieRun.Start(
            "bench", "nats", "--broker-option", $"url={server.Url}", "--mode", "round-trip", "--connections", "2", "--stages", "transport", "--duration", "10m",
            "--warmup", "0s", "--worker-command", $"echo $$ > {pidFile}; exec {GenieProcess.Path} worker --controlled", "--out", _folder.Path);
        await genie.WaitForLineAsync("rows, about");
        while (!File.Exists(pidFile) || (await File.ReadAllTextAsync(pidFile)).Length == 0) await Task.Delay(50);
        using (var kill = Process.Start("kill", ["-KILL", (await File.ReadAllTextAsync(pidFile)).Trim()])) await kill.WaitForExitAsync();

        Assert.Equal(ExitCode.Failure, await genie.ExitAsync());
        var row = Assert.Single((await ResultsFile.ReadAsync(ResultsPath, CancellationToken.None)).Runs);
        Assert.False(row.Valid);
        var mark = Assert.Single(row.Marks);
        Assert.Equal(RowMarkKinds.Failed, mark.Kind);
        Assert.Contains("worker process ended with exit code 137", mark.Text, StringComparison.Ordinal);
    }

    public void Dispose() => _folder.Dispose();
}
