using System.Buffers;
using Genie.Brokers.Ledger;
using Genie.EventStore;
using Genie.EventStore.Embedded;
using Genie.EventStore.PostgreSql;
using Genie.Geocoding;
using Genie.Grains;
using Genie.Testing;
using Genie.Workload.Messages;

namespace Genie.Workload.Grains.Tests;

public sealed class PartyGrainTests(PostgreSqlFixture postgres) : IClassFixture<PostgreSqlFixture>, IDisposable
{
    private const int Requests = 600;

    private readonly TemporaryFolder _folder = new();
    private readonly EmbeddedGeocoder _geocoder = EmbeddedGeocoder.OpenDefault();
    private readonly ulong _run = (ulong)Random.Shared.NextInt64();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Every_request_takes_effect_once_however_often_it_is_delivered()
    {
        await using var store = await OpenAsync();
        await ServeTwiceAsync(store, store);
    }

    [Fact]
    public async Task Answers_are_those_of_the_work_without_grains_and_a_run_does_not_know_another_ones_requests()
    {
        var inner = Inner();
        await using var store = await OpenAsync();
        await using var workload = new EventSourcedWorkload(inner, store, _geocoder, _run);
        var next = workload.ForRun(_run + 1);
        for (ulong sequence = 0; sequence < 300; sequence++)
        {
            var plain = await AskAsync(inner, 1, sequence, CancellationToken.None);
            Assert.Equal(plain, await AskAsync(workload, 1, sequence, CancellationToken.None));
            Assert.Equal(plain, await AskAsync(next, 1, sequence, CancellationToken.None));
            Assert.Equal(plain, await AskAsync(next, 1, sequence, CancellationToken.None));
        }

        foreach (var run in new[] { _run, _run + 1 })
        {
            var effects = await EffectAudit.ReadAsync(store, run, 0, CancellationToken.None);
            Assert.Equal((300, 0), (effects.Delivered, effects.Duplicated));
        }
    }

    [Fact]
    public async Task Another_party_under_a_known_key_is_refused()
    {
        var inner = Inner();
        await using var store = await OpenAsync();
        await using var workload = new EventSourcedWorkload(inner, store, _geocoder, _run);
        var first = PartyRequest.Parser.ParseFrom(Request(inner, 1, 0));
        var other = first.Clone();
        other.Party.DisplayName += " Junior";
        var answer = await HandleAsync(workload, first);

        await Assert.ThrowsAsync<RequestKeyReusedException>(() => HandleAsync(workload, other));

        Assert.Equal(answer, await HandleAsync(workload, first));
    }

    private static async Task<byte[]> HandleAsync(EventSourcedWorkload workload, PartyRequest request)
    {
        var answer = new ArrayBufferWriter<byte>();
        await workload.HandleAsync(new ReadOnlySequence<byte>(Google.Protobuf.MessageExtensions.ToByteArray(request)), answer, CancellationToken.None);
        return answer.WrittenSpan.ToArray();
    }

    [SkippableFact]
    public async Task Two_workers_on_one_database_do_not_double_effects()
    {
        Skip.If(PostgreSqlFixture.WhyUnavailable is not null, PostgreSqlFixture.WhyUnavailable);
        await using var store = await OpenDatabaseAsync();
        await using var other = await OpenDatabaseAsync();
        await ServeTwiceAsync(store, other);
    }

    [Fact]
    public async Task State_is_rebuilt_from_snapshot_and_events()
    {
        var inner = Inner();
        PartyRequest last = null!;
        await using (var store = await OpenAsync())
        await using (var workload = new EventSourcedWorkload(inner, store, _geocoder, _run, new PartyGrainOptions { SnapshotEvery = 6 }))
        {
            for (ulong sequence = 0; sequence < 20; sequence++)
            {
                last = PartyRequest.Parser.ParseFrom(Request(inner, 1, sequence));
                last.Party.PartyId = "one";
                var answer = new ArrayBufferWriter<byte>();
                await workload.HandleAsync(new ReadOnlySequence<byte>(Google.Protobuf.MessageExtensions.ToByteArray(last)), answer, CancellationToken.None);
            }
        }

        await using var again = await OpenAsync();
        var stream = PartyEvents.StreamOf("one");
        Assert.InRange((await again.LoadSnapshotAsync(stream, CancellationToken.None))!.Version, 36, 40);
        var state = await PartyState.LoadAsync(again, stream, CancellationToken.None);
        Assert.Equal((40, 20), (state.Version, state.Changes));
        Assert.Equal(last.Party, state.Party);
        Assert.Equal(19ul, state.Location.Sequence);

        // And the same without the snapshot.
        var plain = new PartyState();
        await foreach (var each in again.ReadStreamAsync(stream, 1, CancellationToken.None)) plain.Apply(each.Type, each.Version, each.Payload);
        Assert.Equal((state.Version, state.Changes, state.Party, state.Location), (plain.Version, plain.Changes, plain.Party, plain.Location));
    }

    [Fact]
    public async Task Both_versions_of_events_are_one_state_and_a_repetition_gets_the_first_answer_whichever_it_was_written_in()
    {
        var inner = Inner();
        await using var store = await OpenAsync();
        List<byte[]> answers = [];
        foreach (var version in (int[])[1, 2, 1])
        {
            await using var workload = new EventSourcedWorkload(inner, store, _geocoder, _run, new PartyGrainOptions { EventVersion = version, SnapshotEvery = int.MaxValue });
            for (ulong sequence = 0; sequence < 3; sequence++) answers.Add(await AskOneAsync(workload, (ulong)answers.Count));
        }

        await using (var again = new EventSourcedWorkload(inner, store, _geocoder, _run))
            for (var i = 0; i < answers.Count; i++) Assert.Equal(answers[i], await AskOneAsync(again, (ulong)i));
        var state = await PartyState.LoadAsync(store, PartyEvents.StreamOf("one"), CancellationToken.None);
        Assert.Equal((18, 9, 8ul), (state.Version, state.Changes, state.Location.Sequence));
        Assert.Equal("one", state.Party.PartyId);
        Assert.Equal(9, (await EffectAudit.ReadAsync(store, _run, 0, CancellationToken.None)).Delivered);
    }

    [SkippableTheory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_party_that_is_deleted_begins_anew_though_its_grain_lives(bool isInDatabase)
    {
        Skip.If(isInDatabase && PostgreSqlFixture.WhyUnavailable is not null, PostgreSqlFixture.WhyUnavailable);
        await using var store = isInDatabase ? await OpenDatabaseAsync() : await OpenAsync();
        var stream = PartyEvents.StreamOf("one");
        await store.DeleteStreamAsync(stream, AppendRequest.AnyVersion, CancellationToken.None);
        await using var workload = new EventSourcedWorkload(Inner(), store, _geocoder, _run, new PartyGrainOptions { SnapshotEvery = 4 });
        List<byte[]> answers = [];
        for (ulong sequence = 0; sequence < 5; sequence++) answers.Add(await AskOneAsync(workload, sequence));
        var before = await store.GetVersionAsync(stream, CancellationToken.None);
        await store.DeleteStreamAsync(stream, before, CancellationToken.None);

        // A request of before is no new one, and its answer follows from it.
        Assert.Equal(answers[1], await AskOneAsync(workload, 1));
        Assert.Equal(0, await store.GetVersionAsync(stream, CancellationToken.None));
        for (ulong sequence = 5; sequence < 8; sequence++) answers.Add(await AskOneAsync(workload, sequence));
        Assert.Equal(answers[1], await AskOneAsync(workload, 1));
        var state = await PartyState.LoadAsync(store, stream, CancellationToken.None);
        Assert.Equal((3, 7ul), (state.Changes, state.Location.Sequence));
        Assert.True(state.Version > before);
        await using var again = new EventSourcedWorkload(Inner(), store, _geocoder, _run);
        for (var i = 0; i < answers.Count; i++) Assert.Equal(answers[i], await AskOneAsync(again, (ulong)i));
        Assert.Equal(state.Version, await store.GetVersionAsync(stream, CancellationToken.None));
    }

    [Fact]
    public async Task A_process_that_does_not_know_a_version_refuses_the_party_and_changes_nothing()
    {
        var inner = Inner();
        await using var store = await OpenAsync();
        await using var older = new EventSourcedWorkload(inner, store, _geocoder, _run, new PartyGrainOptions { EventVersionMax = 1 });
        await AskOneAsync(older, 0);
        await using (var newer = new EventSourcedWorkload(inner, store, _geocoder, _run, new PartyGrainOptions { EventVersion = 2 })) await AskOneAsync(newer, 1);

        // Its grain lives, and meets the later version by a conflict; after that, by its activation.
        for (var i = 0; i < 3; i++)
        {
            var error = await Assert.ThrowsAsync<NewerEventException>(() => AskOneAsync(older, 2));
            Assert.True(error.IsTransient);
        }

        Assert.Equal(4, await store.GetVersionAsync(PartyEvents.StreamOf("one"), CancellationToken.None));
        Assert.Throws<NewerEventException>(() => PartyEvents.ReadPartyChanged("PartyChanged.3", new byte[8]));
        Assert.Throws<InvalidDataException>(() => PartyEvents.ReadPartyChanged(PartyEvents.LocationResolved, new byte[8]));
        Assert.Null(PartyEvents.ChangeVersionOf("PartyChangedOtherwise"));
    }

    [Theory]
    [InlineData(0, 2)]
    [InlineData(2, 1)]
    [InlineData(1, 3)]
    public async Task Versions_that_cannot_be_written_or_read_are_an_error(int version, int versionMax)
    {
        await using var store = await OpenAsync();
        await using var workload = new EventSourcedWorkload(Inner(), store, _geocoder, _run, new PartyGrainOptions { EventVersion = version, EventVersionMax = versionMax });
        await Assert.ThrowsAsync<ArgumentOutOfRangeException>(() => AskOneAsync(workload, 0));
    }

    [Fact]
    public async Task A_request_without_a_place_is_refused_and_has_no_effect()
    {
        var inner = Inner();
        await using var store = await OpenAsync();
        await using var workload = new EventSourcedWorkload(inner, store, _geocoder, _run);
        var request = PartyRequest.Parser.ParseFrom(Request(inner, 1, 1));
        request.Party.PrimaryAddressId = "none";
        var bytes = new ReadOnlySequence<byte>(Google.Protobuf.MessageExtensions.ToByteArray(request));
        await Assert.ThrowsAsync<GrainRefusalException>(async () => await workload.HandleAsync(bytes, new ArrayBufferWriter<byte>(), CancellationToken.None));
        await Assert.ThrowsAsync<MalformedRequestException>(async () => await workload.HandleAsync(new ReadOnlySequence<byte>([1, 2, 3]), new ArrayBufferWriter<byte>(), CancellationToken.None));
        Assert.Equal(0, (await EffectAudit.ReadAsync(store, _run, 0, CancellationToken.None)).Delivered);
    }

    private async Task ServeTwiceAsync(IEventStore store, IEventStore other)
    {
        var inner = Inner();
        await using (var one = new EventSourcedWorkload(inner, store, _geocoder, _run))
        await using (var two = new EventSourcedWorkload(inner, other, _geocoder, _run))
        {
            // Each request goes to both workers at once, as a broker does that delivers again while the first is still at it.
            await Parallel.ForEachAsync(Enumerable.Range(0, Requests), new ParallelOptions { MaxDegreeOfParallelism = 32 }, async (number, token) =>
            {
                var (sender, sequence) = ((uint)number % 3, (ulong)number / 3);
                var answers = await Task.WhenAll(AskAsync(one, sender, sequence, token), AskAsync(two, sender, sequence, token));
                Assert.Equal(answers[0], answers[1]);
                Assert.True(inner.IsRightAnswer(sender, sequence, answers[0]));
            });
        }

        var sent = new SentLedger(_run);
        foreach (var sender in new[] { sent.AddSender(), sent.AddSender(), sent.AddSender() })
        {
            for (var i = 0; i < Requests / 3; i++) sender.Confirm(sender.Next());
        }

        Assert.Equal(new EffectCounts { Expected = Requests }, sent.SettleEffects(await EffectAudit.ReadAsync(store, _run, 0, CancellationToken.None), new DeliveryLedger(_run), EffectDuty.Confirmed));
        var unknown = sent.AddSender();
        unknown.Confirm(unknown.Next());
        Assert.Equal(1, sent.SettleEffects(await EffectAudit.ReadAsync(store, _run, 0, CancellationToken.None), new DeliveryLedger(_run), EffectDuty.Confirmed).Missing);
    }

    private static async Task<byte[]> AskOneAsync(EventSourcedWorkload workload, ulong sequence)
    {
        var request = PartyRequest.Parser.ParseFrom(Request(workload, 1, sequence));
        request.Party.PartyId = "one";
        var answer = new ArrayBufferWriter<byte>();
        await workload.HandleAsync(new ReadOnlySequence<byte>(Google.Protobuf.MessageExtensions.ToByteArray(request)), answer, CancellationToken.None);
        return answer.WrittenSpan.ToArray();
    }

    private static async Task<byte[]> AskAsync(IWorkload workload, uint sender, ulong sequence, CancellationToken cancellationToken)
    {
        var answer = new ArrayBufferWriter<byte>();
        await workload.HandleAsync(new ReadOnlySequence<byte>(Request(workload, sender, sequence)), answer, cancellationToken);
        return answer.WrittenSpan.ToArray();
    }

    private static byte[] Request(IWorkload workload, uint sender, ulong sequence)
    {
        var request = new ArrayBufferWriter<byte>();
        workload.WriteRequest(sender, sequence, request);
        return request.WrittenSpan.ToArray();
    }

    private async Task<IEventStore> OpenDatabaseAsync() =>
        await PostgreSqlEventStore.OpenAsync(new PostgreSqlStoreOptions { ConnectionString = postgres.ConnectionString }, CancellationToken.None);

    private async Task<IEventStore> OpenAsync() => await EmbeddedEventStore.OpenAsync(new EmbeddedStoreOptions { Folder = _folder.Path, SegmentBytes = 1 << 18 }, CancellationToken.None);

    private PartyWorkload Inner() => new(Stages.Full, _geocoder, seed: 1, payloadBytes: 0);
}
