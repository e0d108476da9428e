using Genie.Benchmarks.Load;
using Genie.Benchmarks.Load.Workers;
using Genie.Benchmarks.Measurement;
using Genie.Benchmarks.Tests.Load;
using Genie.Brokers;
using Genie.Brokers.Frame;
using Genie.Brokers.InMemory;
using Genie.Brokers.Ledger;

namespace Genie.Benchmarks.Tests.Agents;

/// <summary>A worker that several clients share: each one's run has a ledger of its own.</summary>
public sealed class SharedWorkerSessionTests : IAsyncLifetime
{
    private const string Channel = "shared";

    private readonly IBroker _broker = InMemoryDrivers.All.Single(driver => driver.Broker == "inmemory").Create(new InMemoryOptions());
    private WorkerSession _session = null!;
    private IBrokerConnection _connection = null!;

    public async Task InitializeAsync()
    {
        var job = new WorkerJob { Broker = new BrokerChoice { Broker = "inmemory", Client = "wire" }, Channel = Channel, Workload = new WorkloadChoice(), Clients = 2 };
        _session = await WorkerSession.StartAsync(_broker, new EchoWorkload(), job, owns: false, CancellationToken.None);
        _connection = await _broker.ConnectAsync(Channel, new ConnectionOptions(), CancellationToken.None);
    }

    public async Task DisposeAsync()
    {
        await _connection.DisposeAsync();
        await _session.DisposeAsync();
        await _broker.DisposeAsync();
    }

    [Fact]
    public async Task Runs_of_two_clients_with_the_same_senders_and_sequences_are_told_apart()
    {
        _session.Begin(11, client: 0);
        _session.Begin(22, client: 1);
        for (ulong sequence = 0; sequence < 5; sequence++)
        {
            await RequestAsync(new MessageFrame(11, 0, sequence, 0));
            if (sequence < 3) await RequestAsync(new MessageFrame(22, 0, sequence, 0));
        }

        Assert.Equal((5, 3), (_session.Received(0), _session.Received(1)));
        Assert.Equal((5, 0L), await DeliveredAsync(11, 0));
        Assert.Equal((3, 0L), await DeliveredAsync(22, 1));
    }

    [Fact]
    public async Task A_duplicate_is_found_in_the_run_that_it_is_of_and_a_stray_once()
    {
        _session.Begin(11, client: 0);
        _session.Begin(22, client: 1);
        for (var i = 0; i < 3; i++) await RequestAsync(new MessageFrame(22, 4, 0, 0));
        await RequestAsync(new MessageFrame(11, 4, 0, 0));
        await Assert.ThrowsAsync<RemoteHandlerException>(() => RequestAsync(new MessageFrame(33, 0, 0, 0)));
        var (first, second) = (await LedgerAsync(11, 0), await LedgerAsync(22, 1));
        Assert.Equal((1, 0), (first.Delivered, first.Duplicated));
        Assert.Equal((1, 2), (second.Delivered, second.Duplicated));
        Assert.Equal(1, first.Misrouted + second.Misrouted);
    }

    [Fact]
    public async Task One_client_begins_another_run_while_the_others_goes_on()
    {
        _session.Begin(11, client: 0);
        _session.Begin(22, client: 1);
        await RequestAsync(new MessageFrame(22, 0, 0, 0));
        _session.Begin(33, client: 0);
        await RequestAsync(new MessageFrame(22, 0, 1, 0));
        await RequestAsync(new MessageFrame(33, 0, 0, 0));
        Assert.Equal((1, 0L), await DeliveredAsync(33, 0));
        Assert.Equal((2, 0L), await DeliveredAsync(22, 1));
        await Assert.ThrowsAsync<RemoteHandlerException>(() => RequestAsync(new MessageFrame(11, 0, 0, 0)));
    }

    [Fact]
    public async Task One_way_times_are_by_the_offset_that_was_told()
    {
        // The client's clock is three hours behind the worker's, and its messages took no time worth speaking of.
        const long Hours = 3L * 3_600 * 1_000_000_000;
        _session.Begin(11, client: 0, clockOffsetNanoseconds: Hours);
        _session.Begin(22, client: 1);
        for (ulong sequence = 0; sequence < 4; sequence++)
            await RequestAsync(new MessageFrame(11, 0, sequence, LatencyRecorder.ToNanoseconds(System.Diagnostics.Stopwatch.GetTimestamp()) - Hours - 2_000_000_000));
        await RequestAsync(new MessageFrame(22, 0, 0, 0));
        var times = HistogramText.Read((await _session.ReportAsync(CancellationToken.None, 0)).OneWay!);
        Assert.Equal(4, times.Count);

        // They say that they should have left two seconds before.
        Assert.InRange(times.ValueAtPercentile(50), 2_000_000_000, 60_000_000_000);
        Assert.Null((await _session.ReportAsync(CancellationToken.None, 1)).OneWay);
    }

    private async Task RequestAsync(MessageFrame frame)
    {
        var message = new byte[MessageFrame.HeaderBytes + 5];
        frame.Write(message, "hello"u8);
        (await _connection.RequestAsync(message, CancellationToken.None)).Dispose();
    }

    private async Task<(long Delivered, long Faults)> DeliveredAsync(ulong run, int client)
    {
        var ledger = await LedgerAsync(run, client);
        return (ledger.Delivered, ledger.Duplicated + ledger.Reordered + ledger.Corrupted + ledger.Misrouted);
    }

    private async Task<DeliveryLedger> LedgerAsync(ulong run, int client)
    {
        var ledger = new DeliveryLedger(run);
        ledger.Merge(Assert.Single((await _session.ReportAsync(CancellationToken.None, client)).Deliveries));
        return ledger;
    }
}
