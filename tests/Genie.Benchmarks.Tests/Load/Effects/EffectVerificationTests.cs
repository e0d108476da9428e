using Genie.Benchmarks.Load;
using Genie.Benchmarks.Load.Effects;
using Genie.Benchmarks.Load.Workers;
using Genie.Benchmarks.Reporting.Model;
using Genie.Brokers;
using Genie.Brokers.InMemory;
using Genie.EventStore;
using Genie.EventStore.Embedded;
using Genie.Geocoding;
using Genie.Testing;
using Genie.Workload;
using Genie.Workload.Grains;

namespace Genie.Benchmarks.Tests.Load.Effects;

/// <summary>The audit of effects must find what is wrong, to the count, and nothing else.</summary>
public sealed class EffectVerificationTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData(RunMode.RoundTrip, Confirmation.Buffered, 0)]
    [InlineData(RunMode.FireAndForget, Confirmation.Buffered, 0)]
    [InlineData(RunMode.FireAndForget, Confirmation.Accepted, 0)]
    [InlineData(RunMode.FireAndForget, Confirmation.Accepted, 500_000)]
    public async Task A_message_delivered_twice_takes_effect_once(RunMode mode, Confirmation level, int duplicatePerMillion)
    {
        var row = await MeasureAsync(mode, level, store => new FaultyEventStore(store), new InMemoryOptions { DuplicatePerMillion = duplicatePerMillion });
        Assert.True(row.Requests > 0);
        Assert.True(duplicatePerMillion == 0 || row.Ledger.Duplicated > 0);
        Assert.Equal(new EffectFigures { Expected = row.Ledger.Sent }, row.Effects);
        Assert.DoesNotContain(row.Marks, mark => mark.Kind == RowMarkKinds.Effects);
    }

    [Theory]
    [InlineData(RunMode.RoundTrip, Confirmation.Buffered)]
    [InlineData(RunMode.FireAndForget, Confirmation.Buffered)]
    [InlineData(RunMode.FireAndForget, Confirmation.Accepted)]
    public async Task An_effect_that_was_forgotten_is_missing(RunMode mode, Confirmation level)
    {
        FaultyEventStore faulty = null!;
        var row = await MeasureAsync(mode, level, store => faulty = new FaultyEventStore(store) { ForgetEvery = 2 });
        Assert.True(faulty.Forgotten > 0);
        Assert.Equal(new EffectFigures { Expected = row.Ledger.Sent, Missing = faulty.Forgotten }, row.Effects);
        Assert.False(row.Valid);
        Assert.Contains(row.Marks, mark => mark.Kind == RowMarkKinds.Effects && mark.Text == $"effects: {faulty.Forgotten:N0} missing");
    }

    [Fact]
    public async Task An_effect_that_happened_twice_is_double()
    {
        FaultyEventStore faulty = null!;
        var row = await MeasureAsync(RunMode.RoundTrip, Confirmation.Buffered, store => faulty = new FaultyEventStore(store) { DoubleEvery = 2 });
        Assert.True(faulty.Doubled > 0);
        Assert.Equal(new EffectFigures { Expected = row.Ledger.Sent, Doubled = faulty.Doubled }, row.Effects);
        Assert.False(row.Valid);
    }

    [Fact]
    public async Task What_was_lost_and_never_confirmed_is_told_apart_from_what_is_missing()
    {
        var buffered = await MeasureAsync(RunMode.FireAndForget, Confirmation.Buffered, store => new FaultyEventStore(store), new InMemoryOptions { LossPerMillion = 500_000 });
        Assert.True(buffered.Ledger.Lost > 0);
        Assert.Equal((0, buffered.Ledger.Lost), (buffered.Effects!.Missing, buffered.Effects.Uncovered));
        Assert.Contains(buffered.Remarks, remark => remark.Contains("nobody had promised", StringComparison.Ordinal));
    }

    // A starved machine may send nothing, or one message that meets no fault, in so short a time: then the row is measured for longer.
    private async Task<RunRow> MeasureAsync(RunMode mode, Confirmation level, Func<IEventStore, IEventStore> around, InMemoryOptions? options = null)
    {
        const int MessagesMin = 20;
        for (var seconds = 0.4; ; seconds *= 2)
        {
            var row = await MeasureOnceAsync(mode, level, around, options, seconds);
            if (row.Ledger.Sent >= MessagesMin || seconds > 10) return row;
        }
    }

    private async Task<RunRow> MeasureOnceAsync(RunMode mode, Confirmation level, Func<IEventStore, IEventStore> around, InMemoryOptions? options, double seconds)
    {
        // No warm-up and no answer before the measured time but the first request's, so that counts of faults are the row's alone.
        var job = new LoadJob
        {
            Broker = new BrokerChoice { Broker = "inmemory", Client = "wire" },
            Workload = new WorkloadChoice { Stages = Stages.Grains },
            Mode = mode,
            Confirmation = level,
            Connections = 2,
            InFlight = 4,
            DurationSeconds = seconds,
            WarmUpSeconds = 0,
            BacklogMessages = 500,
            VerifyEffects = true,
        };
        var driver = InMemoryDrivers.All.Single(candidate => candidate.Broker == job.Broker.Broker);
        await using var broker = driver.Create(options ?? new InMemoryOptions());
        var events = around(await EmbeddedEventStore.OpenAsync(new EmbeddedStoreOptions { Folder = Path.Combine(_folder.Path, Path.GetRandomFileName()), SegmentBytes = 4 << 20 }, CancellationToken.None));
        var geocoder = EmbeddedGeocoder.OpenDefault();
        await using var workload = await GrainWorkload.StartAsync(
            new EventSourcedWorkload(new PartyWorkload(Stages.Full, geocoder, seed: 1, payloadBytes: 0), events, geocoder, run: 0), events, events, CancellationToken.None);
        var workerJob = new WorkerJob { Broker = job.Broker, Channel = "test", Workload = job.Workload, VerifyEffects = true };
        await using var worker = new LocalWorker(await WorkerSession.StartAsync(broker, workload, workerJob, owns: false, CancellationToken.None));
        return Assert.Single(await new LoadRunner(job, driver, broker, workload, _ => { }).RunAsync(workerJob.Channel, worker, CancellationToken.None));
    }
}
