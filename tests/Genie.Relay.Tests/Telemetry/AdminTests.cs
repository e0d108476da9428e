using System.Net;
using Genie.Relay.Tests.Running;
using Genie.Testing;

namespace Genie.Relay.Tests.Telemetry;

public sealed class AdminTests(RelayFixture fixture) : IClassFixture<RelayFixture>
{
    [SkippableFact]
    public async Task The_probes_and_the_page_answer_on_their_own_port()
    {
        var relay = fixture.Relay;
        foreach (var path in new[] { "startup", "readiness", "liveness" }) Assert.Equal(HttpStatusCode.OK, await TestRelay.ProbeAsync(relay.Http, relay.Host, path));
        Assert.Contains("genie relay", await relay.Http.GetStringAsync($"http://127.0.0.1:{relay.Host.ProbesPort}/"), StringComparison.Ordinal);
        Assert.Equal(HttpStatusCode.NotFound, await TestRelay.ProbeAsync(relay.Http, relay.Host, "metrics"));
    }

    [SkippableFact]
    public async Task The_metrics_are_the_relays_and_the_workers_added_up()
    {
        var relay = fixture.Relay;
        for (var each = 0; each < 10; each++) await relay.CallAsync("Echo", "x");
        await relay.StatusOfAsync("Fail", "NOT_FOUND:x");
        string text = "";
        await TestRelay.UntilAsync(async () =>
        {
            text = await relay.Http.GetStringAsync($"http://127.0.0.1:{relay.Host.MetricsPort}/metrics");
            string[] sums = ["trial_calls_total{method=\"Echo\"} 10\n", "genie_relay_requests_total{grpc_status=\"OK\"} 10", "genie_relay_requests_total{grpc_status=\"NOT_FOUND\"} 1"];
            return sums.All(sum => text.Contains(sum, StringComparison.Ordinal));
        });
        Assert.Contains("genie_relay_workers{state=\"serving\"} 2", text, StringComparison.Ordinal);
        Assert.Matches("(?m)^genie_relay_queue_length(\\{[^}]*\\})? 0", text);
        Assert.Contains("genie_relay_queue_wait_seconds_bucket", text, StringComparison.Ordinal);
        Assert.Contains("genie_relay_request_duration_seconds_bucket", text, StringComparison.Ordinal);
        Assert.Contains("# TYPE trial_calls_total counter", text, StringComparison.Ordinal);
    }

    [SkippableFact]
    public void What_the_dashboard_and_the_alerts_ask_for_is_there()
    {
        Assert.NotNull(fixture.Relay);
        var asked = PrometheusNames.OfMonitoring("genie_relay_");
        Assert.InRange(asked.Count, 5, int.MaxValue);
        Assert.Subset(PrometheusNames.OfInstruments().ToHashSet(), asked.ToHashSet());
    }
}
