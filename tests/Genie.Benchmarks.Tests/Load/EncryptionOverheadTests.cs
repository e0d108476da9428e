using Genie.Benchmarks.Load;
using Genie.Benchmarks.Reporting.Model;
using Genie.Brokers;

namespace Genie.Benchmarks.Tests.Load;

public sealed class EncryptionOverheadTests
{
    [Fact]
    public void An_encrypted_row_names_what_it_cost_beside_the_plain_row_of_the_same_load()
    {
        var rows = EncryptionOverhead.Remark([Row("nats", false, 1000, 50), Row("nats", true, 250, 200), Row("mqtt", false, 9000, 1)]);
        Assert.Equal(["encrypted: 25 % of the plain row's throughput, +150 µs of mean latency"], rows[1].Remarks);
        Assert.All([rows[0], rows[2]], row => Assert.Empty(row.Remarks));
    }

    [Fact]
    public void A_row_without_a_plain_one_of_its_load_stays_as_it_is()
    {
        var rows = EncryptionOverhead.Remark([Row("nats", false, 1000, 50) with { Connections = 32 }, Row("nats", true, 250, 200), Row("nats", false, 1000, 50) with { Repetition = 2 }]);
        Assert.Empty(rows[1].Remarks);
    }

    private static RunRow Row(string broker, bool encrypted, double perSecond, double meanMicroseconds) => new()
    {
        Broker = broker,
        Client = "wire",
        Mode = RunMode.RoundTrip,
        Confirmation = Confirmation.Buffered,
        Encrypted = encrypted,
        Requests = 10,
        ThroughputPerSecond = perSecond,
        LatencyMicroseconds = new LatencyFigures { Mean = meanMicroseconds },
    };
}
