using Genie.Benchmarks.Load;
using Genie.Benchmarks.Reporting.Model;
using Genie.Brokers;

namespace Genie.Benchmarks.Tests.Load;

public sealed class SlowRowsTests
{
    [Fact]
    public void A_row_ten_times_slower_than_the_other_client_or_than_with_fewer_connections_is_suspect_and_stays_valid()
    {
        var rows = SlowRows.Mark([Row("wire", 32, 20_000), Row("official", 8, 6494), Row("official", 32, 55), Row("official", 1, 1000)]);
        var mark = Assert.Single(rows[2].Marks);
        Assert.Equal(RowMarkKinds.Suspect, mark.Kind);
        Assert.Equal("suspect: 55.0/s, with the wire client 20,000/s, 364 times as many", mark.Text);
        Assert.False(RowAudit.MakesInvalid(mark));
        Assert.All([rows[0], rows[1], rows[3]], row => Assert.Empty(row.Marks));

        var alone = SlowRows.Mark([Row("official", 8, 6494), Row("official", 32, 55)]);
        Assert.Equal("suspect: 55.0/s, with 8 connections 6,494/s, 118 times as many", Assert.Single(alone[1].Marks).Text);
    }

    [Fact]
    public void What_another_load_explains_is_not()
    {
        var slow = Row("official", 32, 55);
        Assert.All(
            SlowRows.Mark([
                slow, Row("wire", 32, 500), Row("official", 64, 20_000), Row("wire", 8, 4000), Row("wire", 32, 20_000) with { PayloadBytes = 1 }, Row("wire", 32, 20_000) with { Broker = "nats" },
                Row("wire", 32, 20_000) with { Confirmation = Confirmation.Accepted }, Row("wire", 32, 20_000) with { RateAsked = 20_000 },
            ]),
            row => Assert.Empty(row.Marks));
    }

    private static RunRow Row(string client, int connections, double perSecond) => new()
    {
        Broker = "mqtt",
        Client = client,
        Mode = RunMode.RoundTrip,
        Confirmation = Confirmation.Buffered,
        Connections = connections,
        Requests = 10,
        ThroughputPerSecond = perSecond,
    };
}
