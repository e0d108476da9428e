using System.Diagnostics.Tracing;
using System.Text.Json;
using Genie.Benchmarks.Reporting.Crank;
using Genie.Benchmarks.Tests.Reporting;

namespace Genie.Benchmarks.Tests.Crank;

public sealed class CrankOutputTests
{
    private static readonly DateTimeOffset Now = new(2026, 1, 2, 3, 4, 5, TimeSpan.Zero);

    [Fact]
    public void Measurements_are_lines_between_the_marks_that_Cranks_agent_looks_for()
    {
        var lines = Write().Split('\n', StringSplitOptions.RemoveEmptyEntries);
        Assert.Equal(3, lines.Length);
        Assert.Equal(("#StartJobStatistics", "#EndJobStatistics"), (lines[0], lines[2]));
        using var json = JsonDocument.Parse(lines[1]);
        var (metadata, measurements) = (json.RootElement.GetProperty("Metadata"), json.RootElement.GetProperty("Measurements"));
        var names = metadata.EnumerateArray().Select(entry => entry.GetProperty("Name").GetString()).ToHashSet();
        Assert.Contains("genie/nats/wire/round-trip/32/latency/99", names);
        Assert.Contains("genie/rabbitmq/official/fire-and-forget/accepted/1/throughput", names);
        Assert.All(measurements.EnumerateArray(), measure => Assert.Contains(measure.GetProperty("Name").GetString(), names));
        Assert.Equal(Now.UtcDateTime, measurements[0].GetProperty("Timestamp").GetDateTime());
        Assert.Equal(("Max", "Sum"), (metadata[0].GetProperty("Aggregate").GetString(), metadata[0].GetProperty("Reduce").GetString()));
    }

    [SkippableFact]
    public void Measurements_are_events_of_the_source_Benchmarks()
    {
        Skip.IfNot(CrankOutput.HasEvents, "built without Microsoft.Crank.EventSources, which no package source has");
        using var listener = new Listener();
        Write();
        var registered = listener.Events.Where(entry => entry.EventId == 5).Select(entry => (string)entry.Payload![0]!).ToList();
        var measured = listener.Events.Where(entry => entry.EventId == 2).Select(entry => (string)entry.Payload![0]!).ToList();
        Assert.Contains("genie/nats/wire/round-trip/1/throughput", registered);
        Assert.Equal(registered.Order(), measured.Distinct().Order());
        Assert.Contains(listener.Events, entry => entry.EventId == 5 && "Max".Equals(entry.Payload![1]) && "Sum".Equals(entry.Payload[2]) && "n0".Equals(entry.Payload[5]));
    }

    [Fact]
    public void Repetitions_are_one_measurement_the_median_of_figures_and_the_sum_of_faults()
    {
        var row = SampleResults.Create().Runs.First(row => row is { Broker: "nats", Client: "wire", Mode: Genie.Benchmarks.Reporting.Model.RunMode.RoundTrip });
        var rows = new[] { 10.0, 40, 20, 30 }.Select(throughput => row with { ThroughputPerSecond = throughput, Ledger = row.Ledger with { Lost = 1 } });
        var measures = CrankMeasures.Of(SampleResults.Create() with { Runs = [.. rows, row with { Encrypted = true }] });
        Assert.Equal(measures.Count, measures.Select(measure => measure.Name).Distinct().Count());
        Assert.Equal(measures.Count, measures.Select(measure => measure.Description).Distinct().Count());
        Assert.Equal((25.0, 4.0), (measures.Single(measure => measure.Name == "genie/nats/wire/round-trip/1/throughput").Value, measures.Single(measure => measure.Name == "genie/nats/wire/round-trip/1/lost").Value));
    }

    [Fact]
    public void What_is_sent_and_what_is_confirmed_have_names_and_titles_of_their_own()
    {
        var measures = CrankMeasures.Of(SampleResults.Create());
        Assert.Equal(measures.Count, measures.Select(measure => measure.Description).Distinct().Count());
        Assert.Contains(measures, measure => measure.Description == "rabbitmq (official), fire-and-forget accepted, 1 connections: lost");
    }

    private static string Write()
    {
        using var output = new StringWriter { NewLine = "\n" };
        CrankOutput.Write(CrankMeasures.Of(SampleResults.Create()), output, Now);
        return output.ToString();
    }

    private sealed class Listener : EventListener
    {
        public List<EventWrittenEventArgs> Events { get; } = [];

        protected override void OnEventSourceCreated(EventSource eventSource)
        {
            if (eventSource.Name == "Benchmarks") EnableEvents(eventSource, EventLevel.Informational);
        }

        protected override void OnEventWritten(EventWrittenEventArgs eventData) => Events.Add(eventData);
    }
}
