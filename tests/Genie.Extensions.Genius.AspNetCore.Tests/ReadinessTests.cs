using System.Net;
using System.Runtime.CompilerServices;
using System.Text.Json.Nodes;
using Genie.Diagnostics;
using Genie.EventStore;
using Genie.Extensions.Genius.Delivery.Push;
using Genie.Extensions.Genius.Hosting;
using Genie.Extensions.Genius.Rules;
using Genie.Extensions.Genius.Rules.Text;
using Genie.Extensions.Genius.Tests.Rules;
using Genie.Extensions.Genius.Tests.Tools;
using Genie.Geocoding;
using Genie.Testing;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace Genie.Extensions.Genius.AspNetCore.Tests;

/// <summary>What the probe of a running server says of its store and its rules.</summary>
public sealed class ReadinessTests : IAsyncLifetime, IDisposable
{
    private readonly StoreFolder _folder = new();
    private readonly HttpClient _http = new();
    private readonly ManualClock _clock = new();
    private MovingStore _store = null!;
    private WebApplication _host = null!;

    public async Task InitializeAsync()
    {
        _store = new MovingStore(await _folder.OpenAsync());
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        builder.Services.AddSingleton<IEventStore>(_store).AddSingleton<IReverseGeocoder>(new StripeGeocoder()).AddGenius(static genius => genius with { Channel = null });
        builder.Services.AddGeniusGrpc(new GeniusGrpcOptions { Clock = _clock });
        builder.Services.AddGenieDiagnostics();
        _host = builder.Build();
        _host.MapGenieDiagnostics();
        await _host.StartAsync();
        _http.BaseAddress = new Uri(_host.Urls.Single());
    }

    public async Task DisposeAsync()
    {
        _store.Answer = null;
        await _host.DisposeAsync();
        await _store.DisposeAsync();
    }

    public void Dispose()
    {
        _http.Dispose();
        _folder.Dispose();
    }

    [Fact]
    public void What_the_dashboard_and_the_alerts_ask_for_is_there()
    {
        // Deliveries have theirs from the first on.
        RuntimeHelpers.RunClassConstructor(typeof(DeliveryMetrics).TypeHandle);
        var asked = PrometheusNames.OfMonitoring("genie_genius_");
        Assert.InRange(asked.Count, 8, int.MaxValue);
        Assert.Subset(PrometheusNames.OfInstruments().ToHashSet(), asked.ToHashSet());
    }

    [Fact]
    public async Task A_store_that_is_gone_or_never_answers_is_not_ready()
    {
        Assert.Equal((HttpStatusCode.OK, "Healthy"), await ProbeAsync("event store"));
        _store.Answer = static () => Task.FromException<long>(new EventStoreUnavailableException("a test", "it is gone.", isTransient: true));
        Assert.Equal((HttpStatusCode.ServiceUnavailable, "Unhealthy"), await ProbeAsync("event store"));

        // It does not even notice that it is told to give up.
        var asked = new TaskCompletionSource();
        _store.Answer = () =>
        {
            asked.TrySetResult();
            return new TaskCompletionSource<long>().Task;
        };
        var probe = ProbeAsync("event store");
        await asked.Task;
        await Until.TrueAsync(() => _clock.IsAwaited(_clock.GetUtcNow() + EventStoreCheck.AnswerMax));
        Assert.False(probe.IsCompleted);
        _clock.Advance(EventStoreCheck.AnswerMax);
        Assert.Equal((HttpStatusCode.ServiceUnavailable, "Unhealthy"), await probe);

        _store.Answer = null;
        Assert.Equal((HttpStatusCode.OK, "Healthy"), await ProbeAsync("event store"));
    }

    [Fact]
    public async Task Rules_that_were_set_aside_are_listed_and_stop_nobody()
    {
        Assert.Equal((HttpStatusCode.OK, "Healthy"), await ProbeAsync("rules"));

        // Put in by a host that has the table.
        var engine = new RuleEngine(new StripeGeocoder());
        engine.Resources.Put(new Genius.Rules.Resources.ReferenceTable("banned", []));
        using (var others = new RuleStore(_store, engine)) await others.ChangeAsync([RuleChange.Put(new Rule("kept-out", RuleText.Parse("key in table(\"banned\")")))], null, default);
        await _host.Services.GetRequiredService<RuleStore>().LoadAsync(default);

        Assert.Equal((HttpStatusCode.OK, "Degraded"), await ProbeAsync("rules"));
        Assert.Contains("kept-out", await _http.GetStringAsync(new Uri("/health/ready", UriKind.Relative)), StringComparison.Ordinal);
    }

    private async Task<(HttpStatusCode Status, string Check)> ProbeAsync(string check)
    {
        using var answer = await _http.GetAsync(new Uri("/health/ready", UriKind.Relative));
        var health = JsonNode.Parse(await answer.Content.ReadAsStringAsync())!;
        return (answer.StatusCode, (string)health["checks"]![check]!["status"]!);
    }

    /// <summary>A store that answers where its end is as a test says.</summary>
    private sealed class MovingStore(IEventStore inner) : EventStoreDecorator(inner)
    {
        public Func<Task<long>>? Answer { get; set; }

        public override ValueTask<long> GetPositionAsync(CancellationToken cancellationToken) => Answer is { } answer ? new(answer()) : base.GetPositionAsync(cancellationToken);
    }
}
