using System.Diagnostics.Metrics;
using Genie.Diagnostics.Prometheus;

namespace Genie.Diagnostics.Tests.Prometheus;

public sealed class PrometheusExporterTests : IDisposable
{
    private readonly Meter _meter = new("Genie.Trial." + Guid.NewGuid().ToString("N"));

    public void Dispose() => _meter.Dispose();

    [Fact]
    public void A_counter_adds_up_for_each_set_of_labels()
    {
        using var exporter = Export();
        var counter = _meter.CreateCounter<long>("trial.requests", "{request}", "How many \\ were\nmade.");
        counter.Add(2, new("broker", "nats"), new("outcome", "ok"));
        counter.Add(3, new("outcome", "ok"), new("broker", "nats"));
        counter.Add(1);

        Assert.Equal(
            """
            # HELP trial_requests_total How many \\ were\nmade.
            # TYPE trial_requests_total counter
            trial_requests_total 1
            trial_requests_total{broker="nats",outcome="ok"} 5

            """,
            Text(exporter));
    }

    [Fact]
    public void A_histogram_counts_up_to_each_bound()
    {
        using var exporter = Export();
        var histogram = _meter.CreateHistogram("trial.duration", "s", null, null, new InstrumentAdvice<double> { HistogramBucketBoundaries = [0.25, 1] });
        foreach (var value in new[] { 0.125, 0.25, 0.5, 8 }) histogram.Record(value, new KeyValuePair<string, object?>("to", "x"));

        Assert.Equal(
            """
            # TYPE trial_duration_seconds histogram
            trial_duration_seconds_bucket{to="x",le="0.25"} 2
            trial_duration_seconds_bucket{to="x",le="1"} 3
            trial_duration_seconds_bucket{to="x",le="+Inf"} 4
            trial_duration_seconds_sum{to="x"} 8.875
            trial_duration_seconds_count{to="x"} 4

            """,
            Text(exporter));
    }

    [Fact]
    public void An_observed_value_is_asked_for_each_time_and_forgotten_with_its_owner()
    {
        using var exporter = Export();
        var values = new List<Measurement<int>> { new(7, new KeyValuePair<string, object?>("grain", "a")) };
        _meter.CreateObservableUpDownCounter("trial.live", () => values);

        Assert.Equal("# TYPE trial_live gauge\ntrial_live{grain=\"a\"} 7\n", Text(exporter));
        values[0] = new(5, new KeyValuePair<string, object?>("grain", "b"));
        Assert.Equal("# TYPE trial_live gauge\ntrial_live{grain=\"b\"} 5\n", Text(exporter));
        values.Clear();
        Assert.Equal("", Text(exporter));
    }

    [Fact]
    public void Gauges_stand_where_they_were_set_and_up_down_counters_move()
    {
        using var exporter = Export();
        var gauge = _meter.CreateGauge<double>("trial.level");
        var moving = _meter.CreateUpDownCounter<int>("trial.moving");
        gauge.Record(3);
        gauge.Record(double.NegativeInfinity);
        moving.Add(5);
        moving.Add(-2);

        Assert.Equal("# TYPE trial_level gauge\ntrial_level -Inf\n# TYPE trial_moving gauge\ntrial_moving 3\n", Text(exporter));
    }

    [Fact]
    public void Names_and_values_are_made_to_fit()
    {
        using var exporter = Export();
        _meter.CreateCounter<int>("9-lives/left", "By").Add(1, new KeyValuePair<string, object?>("a.b-c", "say \"no\"\\\n"), new KeyValuePair<string, object?>("n", null));

        Assert.Equal("# TYPE _9_lives_left_bytes_total counter\n_9_lives_left_bytes_total{a_b_c=\"say \\\"no\\\"\\\\\\n\",n=\"\"} 1\n", Text(exporter));
    }

    [Fact]
    public void A_long_label_is_written_whole()
    {
        using var exporter = Export();
        var value = new string('x', 5000);
        _meter.CreateCounter<int>("trial.long").Add(1, new KeyValuePair<string, object?>("value", value));

        Assert.Contains($"{{value=\"{value}\"}} 1\n", Text(exporter), StringComparison.Ordinal);
    }

    [Fact]
    public void Too_many_series_are_left_out_and_counted()
    {
        using var exporter = new PrometheusExporter(new PrometheusOptions { Meters = [_meter.Name], SeriesMax = 2 });
        var counter = _meter.CreateCounter<int>("trial.many");
        for (var i = 0; i < 5; i++) counter.Add(1, new KeyValuePair<string, object?>("i", i));

        Assert.Equal(
            "# TYPE trial_many_total counter\ntrial_many_total{i=\"0\"} 1\ntrial_many_total{i=\"1\"} 1\n# 3 measurements of trial_many_total belong to further series, which are left out.\n",
            Text(exporter));
    }

    [Fact]
    public void Instruments_are_enabled_while_somebody_exports_them_only()
    {
        var counter = _meter.CreateCounter<int>("trial.enabled");
        Assert.False(counter.Enabled);
        using (Export()) Assert.True(counter.Enabled);
        Assert.False(counter.Enabled);
    }

    [Fact]
    public async Task Nothing_is_lost_between_many_threads()
    {
        using var exporter = Export();
        var histogram = _meter.CreateHistogram<double>("trial.parallel");
        await Task.WhenAll(Enumerable.Range(0, 4).Select(_ => Task.Run(() =>
        {
            for (var i = 0; i < 10_000; i++) histogram.Record(1, new KeyValuePair<string, object?>("i", i % 3));
        })));

        Assert.Equal(40_000, Text(exporter).Split('\n').Where(line => line.Contains("_count{", StringComparison.Ordinal)).Sum(line => long.Parse(line.Split(' ')[1], null)));
    }

    private static string Text(PrometheusExporter exporter)
    {
        using var text = new StringWriter();
        exporter.Write(text);
        return text.ToString();
    }

    private PrometheusExporter Export() => new(new PrometheusOptions { Meters = [_meter.Name] });
}
