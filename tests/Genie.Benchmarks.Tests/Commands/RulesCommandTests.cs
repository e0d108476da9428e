using System.Text.Json;
using Genie.Benchmarks.Commands;
using Genie.EventStore;
using Genie.EventStore.Embedded;
using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.AspNetCore;
using Genie.Extensions.Genius.Hosting;
using Genie.Geocoding;
using Genie.Grpc.Listening;
using Genie.Servers;
using Genie.Testing;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace Genie.Benchmarks.Tests.Commands;

public sealed class RulesCommandTests : IAsyncLifetime, IDisposable
{
    private static readonly DateTimeOffset Begin = new(2026, 11, 1, 9, 0, 0, TimeSpan.Zero);
    private readonly TemporaryFolder _folder = new();
    private EmbeddedEventStore _store = null!;
    private WebApplication _host = null!;

    public async Task InitializeAsync()
    {
        _store = await EmbeddedEventStore.OpenAsync(new EmbeddedStoreOptions { Folder = _folder.Path }, default);
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.ConfigureKestrel(server => server.ListenForGrpc(new GrpcListenOptions()));
        builder.Services.AddSingleton<IEventStore>(_store).AddGenius(options => options with { Channel = null }).AddGeniusGrpc();
        _host = builder.Build();
        _host.MapGeniusEvents();
        _host.MapGeniusRules();
        await _host.StartAsync();
    }

    public async Task DisposeAsync()
    {
        await _host.DisposeAsync();
        await _store.DisposeAsync();
    }

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task A_rule_lives_from_its_dry_run_to_its_end()
    {
        for (var hour = 0; hour < 4; hour++) await ProcessAsync(hour);

        Assert.Equal(
            """
            would have matched 2 of 3 events, of 1 keys
              2026-11-01 11:00:00  truck-7  parked  2  at 40, -75
              last: 2026-11-01 12:00:00  truck-7  parked  3  at 40, -75
            """,
            await RunAsync("dry-run", "value >= 2", "--from", "2026-11-01T10:00:00Z", "--first", "1"));
        Assert.Equal("""slow  shadow  value >= 2 && kind == "parked"  (0 matches)""", await RunAsync("put", "slow", "value >= 2 && kind == 'parked'", "--shadow"));
        await ProcessAsync(4);
        Assert.Equal("slow  shadow  value >= 2 && kind == \"parked\"  (1 matches)\n1 rules, version 2", await RunAsync("list"));
        Assert.StartsWith("slow  active", await RunAsync("enable", "slow"), StringComparison.Ordinal);
        Assert.Equal("slow", JsonDocument.Parse(await RunAsync("list", "--json")).RootElement.GetProperty("id").GetString());
        Assert.Equal(
            """
            no   value >= 2 && kind == "parked"
              no   value >= 2  (value is 1)
              yes  kind == "parked"  (kind is "parked")
            """,
            await RunAsync("explain", "--id", "slow", "--event", """{"key":"truck-7","sequence":"9","kind":"parked","time":"2026-01-01T09:00:00Z","latitude":40,"longitude":-75,"value":1}"""));
        Assert.Equal(
            """
            no   window("minutes").count > 100 && rule("slow")
              yes  window("minutes").count > 100  (window("minutes").count is 120)
              no   rule("slow")  (rule("slow") is not met: it is about events, and this is a fact)
            """,
            await RunAsync(
                "explain", """window("minutes").count > 100 && rule("slow")""",
                "--fact", """{"windowClosed":{"window":"minutes","key":"truck-7","end":"2026-01-01T09:00:00Z","count":"120"}}"""));
        Assert.Equal("""yes  kind == "parked"  (kind is "parked")""", await RunAsync("explain", "kind == 'parked'", "--position", $"{await FirstEventAsync()}"));
        Assert.Equal("removed, version 4", await RunAsync("remove", "slow"));
        Assert.Equal("1 rules changed, version 6", await RunAsync("rollback", "2"));
        Assert.StartsWith("slow  shadow", await RunAsync("list"), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_condition_may_come_on_standard_input()
    {
        var (code, output, error) = await GenieRun.RunWithInputAsync("value >\n 7", "rules", "put", "given", "-", "--url", Url);
        Assert.True(code == ExitCode.Success, output + error);
        Assert.Equal("given  active  value > 7\n1 rules, version 1", await RunAsync("list"));
    }

    [Theory]
    [InlineData(ExitCode.BadArguments, "Line 1, column 8", "put", "r", "value >")]
    [InlineData(ExitCode.BadArguments, "There is no rule 'r'", "disable", "r")]
    [InlineData(ExitCode.BadArguments, "Give a condition, or --id", "dry-run")]
    [InlineData(ExitCode.BadArguments, "--event", "explain", "true", "--event", "{")]
    [InlineData(ExitCode.BadArguments, "--fact", "explain", "true", "--fact", "{")]
    [InlineData(ExitCode.BadArguments, "Give one of --event, --position and --fact", "explain", "true", "--event", "{}", "--position", "3")]
    [InlineData(ExitCode.BadArguments, "Give one of --event, --position and --fact", "explain", "true")]
    [InlineData(ExitCode.BadArguments, "At position 100000 there is no event or fact", "explain", "true", "--position", "100000")]
    public async Task A_mistake_is_told_on_standard_error(int expected, string reason, params string[] arguments)
    {
        var (code, _, error) = await GenieRun.RunAsync(["rules", .. arguments, "--url", Url]);
        Assert.Equal(expected, code);
        Assert.Contains(reason, error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_host_that_is_not_there_is_named()
    {
        var (code, _, error) = await GenieRun.RunAsync("rules", "list", "--url", $"http://127.0.0.1:{Ports.PickFree()}");
        Assert.Equal(ExitCode.Failure, code);
        Assert.Contains("http://127.0.0.1:", error, StringComparison.Ordinal);
    }

    private string Url => $"http://localhost:{new Uri(_host.Urls.Single()).Port}";

    private async Task<string> RunAsync(params string[] arguments)
    {
        var (code, output, error) = await GenieRun.RunAsync(["rules", .. arguments, "--url", Url]);
        Assert.True(code == ExitCode.Success, output + error);
        return output.TrimEnd();
    }

    private async Task<long> FirstEventAsync()
    {
        await foreach (var each in _store.ReadAllAsync(0, new EventFilter { Types = [ProcessedEvents.EventType] }, default)) return each.Position;
        return 0;
    }

    private async Task ProcessAsync(int hour) => await _host.Services.GetRequiredService<IEventProcessor>().ProcessAsync(
        new GeniusEvent
        {
            Key = "truck-7",
            RequestKey = new RequestKey(1, 1, (ulong)hour),
            Kind = "parked",
            Time = Begin.AddHours(hour),
            Place = new GeoPoint(40, -75),
            Value = hour,
        },
        default);
}
