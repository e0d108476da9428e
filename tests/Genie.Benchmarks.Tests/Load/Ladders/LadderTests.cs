using Genie.Benchmarks.Load.Ladders;
using Genie.Benchmarks.Reporting.Html;
using Genie.Benchmarks.Reporting.Model;
using Genie.Benchmarks.Tests.Reporting;
using Genie.Brokers;
using Genie.Workload;

namespace Genie.Benchmarks.Tests.Load.Ladders;

public sealed class LadderTests
{
    [Fact]
    public void The_work_is_measured_through_the_official_client_where_there_is_one()
    {
        var both = LadderStep.Of(["wire", "official"]);
        Assert.Equal(["wire driver and broker", "official client", "+ geocode", "+ change capture, Avro", "+ grains", "+ encryption"], both.Select(step => step.Name));
        Assert.Equal(["wire", "official", "official", "official", "official", "official"], both.Select(step => step.Client));
        Assert.Equal(["+ encryption"], both.Where(step => step.Encrypt).Select(step => step.Name));
        Assert.Equal(5, LadderStep.Of(["wire"]).Count);
        Assert.Equal("official client", LadderStep.Of(["official"])[0].Name);
        Assert.Empty(LadderStep.Of([]));
    }

    [Fact]
    public void A_library_beside_the_wire_driver_is_no_step_above_it()
    {
        var steps = LadderStep.Of(["wire", "litenetlib"]);
        Assert.Equal(["wire driver and broker", "+ geocode", "+ change capture, Avro", "+ grains", "+ encryption"], steps.Select(step => step.Name));
        Assert.All(steps, step => Assert.Equal("wire", step.Client));
        Assert.Equal("remote client", LadderStep.Of(["remote", "cluster"])[0].Name);
    }

    [Fact]
    public void Each_step_is_what_it_adds_to_the_one_below_by_medians_over_repetitions()
    {
        RunRow[] rows =
        [
            Row("wire", Stages.Transport, 60), Row("official", Stages.Transport, 95), Row("official", Stages.Geocode, 97), Row("official", Stages.Full, 90),
            Row("wire", Stages.Transport, 50), Row("official", Stages.Transport, 105), Row("official", Stages.Geocode, 99) with { Valid = false },
            Row("wire", Stages.Transport, 990), Row("official", Stages.Transport, 85), Row("official", Stages.Grains, 300) with { Encrypted = true },
        ];
        var ladder = Assert.Single(LadderBuilder.Build(rows, [new LatencyFigures { P50 = 20 }, new LatencyFigures { P50 = 24 }]));
        Assert.Equal([22, 38, 35, 2, -7, 210], ladder.Steps.Select(step => step.AddedMicroseconds));
        Assert.Equal([22, 60, 95, 97, 90, 300], ladder.Steps.Select(step => step.P50Microseconds));
        var page = HtmlReport.Create(SampleResults.Create() with { Ladders = [ladder] });
        Assert.Contains("-7.00 &#181;s", page, StringComparison.Ordinal);
        Assert.DoesNotMatch("NaN|∞|Infinity", page);
    }

    private static RunRow Row(string client, Stages stages, double p50) => new()
    {
        Broker = "nats",
        Client = client,
        Mode = RunMode.RoundTrip,
        Confirmation = Confirmation.Buffered,
        Stages = stages,
        Requests = 1_000,
        LatencyMicroseconds = new LatencyFigures { Mean = p50 * 1.1, P50 = p50, P99 = p50 * 3 },
    };
}
