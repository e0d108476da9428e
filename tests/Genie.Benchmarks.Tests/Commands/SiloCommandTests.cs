using System.Diagnostics;
using System.Globalization;
using Genie.Benchmarks.Commands;
using Genie.Benchmarks.Load;
using Genie.Benchmarks.Load.Control;
using Genie.Benchmarks.Load.Silos;
using Genie.Servers;
using Genie.Testing;
using Genie.Workload;
using Genie.Workload.Grains;
using Genie.Workload.Grains.Orleans;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Orleans.Configuration;

namespace Genie.Benchmarks.Tests.Commands;

public sealed class SiloCommandTests : IDisposable
{
    private static readonly TimeSpan Timeout = TimeSpan.FromMinutes(2);

    private readonly TemporaryFolder _folder = new();
    private readonly int _siloPort = Ports.PickFree();
    private readonly int _gatewayPort = Ports.PickFree();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task It_answers_a_client_until_it_is_told_to_end_and_keeps_the_events()
    {
        using var silo = GenieProcess.Start(Arguments(_folder));
        await silo.WaitForLineAsync(SiloCommand.Ready("genie", "127.0.0.1", _siloPort, _gatewayPort));
        await AskAsync(client => client.UseLocalhostClustering(_gatewayPort, "genie", "genie"));
        await silo.SignalAsync("TERM");
        Assert.Equal((ExitCode.Success, ""), (await silo.ExitAsync(), ServerLog.WithoutWarningsOfOrleans(await silo.ErrorAsync())));
        var (exitCode, output, _) = await GenieRun.RunAsync("store", "verify", _folder.Path);
        Assert.Equal(ExitCode.Success, exitCode);
        Assert.Contains("2 events", output, StringComparison.Ordinal);
    }

    [SkippableFact]
    public async Task A_client_finds_it_in_Redis()
    {
        var reason = ServerUnderTest.WhyUnavailable("redis", RedisServer.IsInstalled);
        Skip.If(reason is not null || !RedisServer.IsInstalled, reason ?? "the server is the user's, whose keys tests leave alone");
        await using var redis = await OwnServer.StartAsync("redis", (folder, port) => RedisServer.StartAsync(folder, port, null, CancellationToken.None));
        var connection = $"127.0.0.1:{redis.Process.Port}";
        using var silo = StartSilo("--clustering", "redis", "--clustering-connection", connection, "--cluster-id", "test");
        await silo.WaitForLineAsync(SiloCommand.Ready("test", "127.0.0.1", _siloPort, _gatewayPort));
        await AskAsync(client => client.UseRedisClustering(connection).Configure<ClusterOptions>(options => (options.ClusterId, options.ServiceId) = ("test", "genie")));
        Assert.Equal((ExitCode.Success, ""), (await silo.EndAsync(), ServerLog.WithoutWarningsOfOrleans(await silo.ErrorAsync())));
    }

    [Fact]
    public async Task It_shows_the_dashboard_of_Orleans_if_asked_to()
    {
        var port = Ports.PickFree();
        using var silo = StartSilo("--dashboard", port.ToString(CultureInfo.InvariantCulture));
        await silo.WaitForLineAsync(SiloCommand.Ready("genie", "127.0.0.1", _siloPort, _gatewayPort));
        using var http = new HttpClient { BaseAddress = new Uri($"http://127.0.0.1:{port}"), Timeout = Timeout };
        Assert.Contains("Orleans Dashboard", await http.GetStringAsync("/"), StringComparison.Ordinal);
        await ExpectAsync($"127.0.0.1:{_siloPort}@");

        // The dashboard's own grain takes long at first, of which Orleans warns.
        Assert.True(await silo.EndAsync() == ExitCode.Success, await silo.ErrorAsync());

        // It learns of silos a moment after it is there.
        async Task ExpectAsync(string host)
        {
            var counters = "";
            for (var begin = Stopwatch.GetTimestamp(); !counters.Contains(host, StringComparison.Ordinal); counters = await http.GetStringAsync("/DashboardCounters"))
            {
                Assert.True(Stopwatch.GetElapsedTime(begin) < Timeout, $"{host} is not among {counters}");
                await Task.Delay(100);
            }
        }
    }

    [Fact]
    public async Task It_ends_with_the_program_that_started_it_if_told_so()
    {
        await using var silo = ChildProgram.StartSelf("silo", [.. Arguments(_folder), SiloArguments.UntilInputEnds]);
        using var output = new StreamReader(silo.Output);
        Assert.Equal(SiloCommand.Ready("genie", "127.0.0.1", _siloPort, _gatewayPort), await output.ReadLineAsync().WaitAsync(Timeout));
        silo.CloseInput();
        Assert.Contains("exit code 0", await silo.Ended.WaitAsync(Timeout), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_port_that_is_taken_is_an_error()
    {
        using var other = new System.Net.Sockets.TcpListener(System.Net.IPAddress.Loopback, _gatewayPort);
        other.Start();
        using var silo = StartSilo();
        Assert.Equal(ExitCode.Failure, await silo.ExitAsync());
        Assert.Contains($"{_gatewayPort}", await silo.ErrorAsync(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_second_silo_at_the_same_ports_is_an_error()
    {
        using var silo = StartSilo();
        await silo.WaitForLineAsync(SiloCommand.Ready("genie", "127.0.0.1", _siloPort, _gatewayPort));
        using var elsewhere = new TemporaryFolder();
        using var second = StartSiloIn(elsewhere);
        Assert.Equal(ExitCode.Failure, await second.ExitAsync());
        Assert.Contains($"{_siloPort}", await second.ErrorAsync(), StringComparison.Ordinal);
        Assert.Equal(ExitCode.Success, await silo.EndAsync());
    }

    [Theory]
    [InlineData("needs --clustering-connection", "--clustering", "redis")]
    [InlineData("needs --clustering-connection", "--clustering", "postgres")]
    [InlineData("--clustering-connection", "--clustering", "postgres", "--clustering-connection", "nonsense")]
    [InlineData("goes with --clustering localhost", "--clustering", "redis", "--clustering-connection", "127.0.0.1", "--primary-port", "1")]
    [InlineData("localhost", "--clustering", "consul")]
    [InlineData("reads what it writes", "--event-version", "2", "--event-version-max", "1")]
    [InlineData("--event-version", "--event-version", "3")]
    [InlineData("goes with --clustering postgres", "--silo-listen-port", "1")]
    public async Task Arguments_that_make_no_sense_are_refused(string reason, params string[] arguments)
    {
        var (exitCode, _, error) = await GenieRun.RunAsync(["silo", .. arguments]);
        Assert.Equal(ExitCode.BadArguments, exitCode);
        Assert.Contains(reason, error, StringComparison.Ordinal);
    }

    private GenieRun StartSilo(params string[] arguments) => StartSiloIn(_folder, arguments);

    private GenieRun StartSiloIn(TemporaryFolder folder, params string[] arguments) => GenieRun.Start([.. Arguments(folder), .. arguments]);

    private string[] Arguments(TemporaryFolder folder) =>
        ["silo", "--store-folder", folder.Path, "--silo-port", _siloPort.ToString(CultureInfo.InvariantCulture), "--gateway-port", _gatewayPort.ToString(CultureInfo.InvariantCulture)];

    private static async Task AskAsync(Action<IClientBuilder> find)
    {
        using var stop = new CancellationTokenSource(Timeout);
        var host = Host.CreateApplicationBuilder(new HostApplicationBuilderSettings { DisableDefaults = true });
        host.UseOrleansClient(find);
        using var client = host.Build();
        await client.StartAsync(stop.Token);
        await using var workload = new EventSourcedWorkload(WorkloadFactory.CreateForClient(new WorkloadChoice { Stages = Stages.Grains }), client.Services.GetRequiredService<IGrainFactory>().GetPartyGrains(), 1);
        var (request, answer) = (new System.Buffers.ArrayBufferWriter<byte>(), new System.Buffers.ArrayBufferWriter<byte>());
        workload.WriteRequest(1, 7, request);
        await workload.HandleAsync(new(request.WrittenMemory), answer, stop.Token);
        Assert.True(workload.IsRightAnswer(1, 7, answer.WrittenSpan));
        await client.StopAsync(stop.Token);
    }
}
