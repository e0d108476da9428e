using Genie.Benchmarks.Reporting.Model;
using Genie.Brokers;
using Genie.Brokers.Drivers;

namespace Genie.Benchmarks.Tests.Reporting;

/// <summary>Results as a real run makes them: systems of several confirmation levels, one row that is not ranked, one that failed.</summary>
internal static class SampleResults
{
    public static BenchResults Create() => new()
    {
        Machine = new MachineFacts { Cores = 2, Cpu = "Example CPU", MemoryMebibytes = 8192, Os = "Debian GNU/Linux 12", Runtime = ".NET 10.0.0" },
        Started = new DateTimeOffset(2026, 1, 2, 3, 4, 5, TimeSpan.Zero),
        Ended = new DateTimeOffset(2026, 1, 2, 3, 8, 5, TimeSpan.Zero),
        Tool = "genie 0.1.0",
        CommandLine = "genie bench nats rabbitmq --duration 10s",
        Seed = 42,
        Remarks = ["kafka was left out: nothing listens at 127.0.0.1:9092."],
        Runs =
        [
            .. Rows(RunMode.RoundTrip, connections: 1), .. Rows(RunMode.RoundTrip, connections: 32),
            .. Rows(RunMode.FireAndForget, connections: 1), .. Rows(RunMode.FireAndForget, connections: 32),
        ],
    };

    private static IEnumerable<RunRow> Rows(RunMode mode, int connections)
    {
        yield return Row("none", "wire", "", "", mode, Confirmation.Buffered, connections, 8) with
        {
            Marks = [new RowMark(RowMarkKinds.Baseline, "The workload with no broker.")],
            Guarantees = null,
        };
        yield return Row("inmemory", "wire", "Genie.Brokers.InMemory 0.1.0", "in process", mode, Confirmation.Accepted, connections, 12) with
        {
            Marks = [new RowMark(RowMarkKinds.Baseline, "a reference inside one process, no messaging system")],
        };
        yield return Row("nats", "wire", "Genie.Brokers.Nats 0.1.0", "nats-server 2.9.10", mode, Confirmation.Buffered, connections, 90);
        yield return Row("nats", "official", "NATS.Net 3.1.0", "nats-server 2.9.10", mode, Confirmation.Buffered, connections, 150) with
        {
            Valid = connections == 1,
            Marks = connections == 1 ? [] : [new RowMark(RowMarkKinds.LittlesLaw, "32 in flight, but 41.2 by throughput x mean latency.")],
        };
        yield return Row("rabbitmq", "official", "RabbitMQ.Client 7.1.2", "RabbitMQ 3.10.8", mode, Confirmation.Accepted, connections, 400) with
        {
            Remarks = ["publisher confirms, prefetch 256"],
        };
        yield return new RunRow
        {
            Broker = "mqtt",
            Client = "wire",
            ClientVersion = "Genie.Brokers.Mqtt 0.1.0",
            Mode = mode,
            Confirmation = Confirmation.Accepted,
            Connections = connections,
            Geocoder = "embedded",
            Valid = false,
            Marks = [new RowMark(RowMarkKinds.Failed, "Nothing answers at <127.0.0.1:1883> & the run was given up.")],
        };
    }

    private static RunRow Row(
        string broker, string client, string clientVersion, string server, RunMode mode, Confirmation confirmation, int connections, double meanMicroseconds)
    {
        var mean = meanMicroseconds * (mode == RunMode.RoundTrip ? 1 : 0.2) * (connections == 1 ? 1 : 9);
        var perSecond = connections * 1e6 / mean;
        return new RunRow
        {
            Broker = broker,
            Client = client,
            ClientVersion = clientVersion,
            Server = server,
            Mode = mode,
            Confirmation = confirmation,
            Connections = connections,
            Geocoder = "embedded",
            DurationSeconds = 10,
            Requests = (long)(perSecond * 10),
            ThroughputPerSecond = perSecond,
            LatencyMicroseconds = new LatencyFigures { Mean = mean, P50 = mean * 0.9, P90 = mean * 1.4, P99 = mean * 3, P999 = mean * 9, Max = mean * 60 },
            FirstRequestMilliseconds = 41.5,
            Ledger = new LedgerFigures { Sent = (long)(perSecond * 10), Confirmed = (long)(perSecond * 10), Delivered = (long)(perSecond * 10) },
            ClientProcess = new ProcessFigures { CpuSeconds = 6.5, AllocatedBytesPerRequest = 12, GcPauseMilliseconds = 3.2, PeakRssMebibytes = 96 },
            WorkerProcess = new ProcessFigures { CpuSeconds = 7.1, AllocatedBytesPerRequest = 340, GcPauseMilliseconds = 8.1, PeakRssMebibytes = 121 },
            Guarantees = new GuaranteeCard("buffered: left this process", "what was sent", "nothing", "per connection", "1 MiB, by the server", "queue group"),
            LatencyCurve = [.. Curve(mean)],
            TimeLine = [.. Enumerable.Range(0, 10).Select(second => new TimeLinePoint(second, (long)(perSecond * (1 + (0.1 * Math.Sin(second)))), mean * 0.9, mean * 3))],
        };
    }

    private static IEnumerable<LatencyPoint> Curve(double mean)
    {
        double[] percentiles = [0, 10, 25, 50, 75, 90, 95, 99, 99.5, 99.9, 99.95, 99.99, 100];
        double[] factors = [0.5, 0.6, 0.7, 0.9, 1.1, 1.4, 1.8, 3, 5, 9, 14, 25, 60];
        return percentiles.Zip(factors, (percentile, factor) => new LatencyPoint(percentile, mean * factor));
    }
}
