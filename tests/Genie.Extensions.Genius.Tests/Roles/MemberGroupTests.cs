using Genie.EventStore;
using Genie.EventStore.Embedded;
using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Messages;
using Genie.Extensions.Genius.Roles;
using Genie.Extensions.Genius.Tests.Tools;
using Genie.Geocoding;
using Genie.Testing;
using Google.Protobuf;

namespace Genie.Extensions.Genius.Tests.Roles;

public sealed class MemberGroupTests : IDisposable
{
    private static readonly MemberGroupOptions Defaults = new();
    private readonly StoreFolder _folder = new();
    private readonly ManualClock _clock = new();
    private ulong _sequence;

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Observers_receive_every_message_from_when_they_joined()
    {
        await using var store = await _folder.OpenAsync();
        using var group = await OpenAsync(store);
        await group.JoinAsync("ann", default);
        await PublishAsync(group, "play");
        await group.JoinAsync("bob", default);
        await PublishAsync(group, "win");
        Assert.Equal(["play", "win"], await ReceivedAsync(group, "ann"));
        Assert.Equal(["win"], await ReceivedAsync(group, "bob"));
        Assert.Throws<NotMemberException>(() => group.ReceiveAsync("carol", 0, default));
    }

    [Fact]
    public async Task A_leader_filters_what_the_others_receive_and_receives_everything()
    {
        await using var store = await _folder.OpenAsync();
        using var group = await OpenAsync(store, "ann", "bob");
        var term = await group.PromoteAsync("ann", default);
        await group.SetFilterAsync("ann", term, new MessageFilter { RefusedKinds = ["play"], ValueMax = 100 }, default);
        await PublishAsync(group, "play");
        await PublishAsync(group, "win", 500);
        await PublishAsync(group, "win", 50);
        await group.SetFilterAsync("ann", term, MessageFilter.All, default);
        await PublishAsync(group, "loss");
        Assert.Equal(["play", "win", "win", "loss"], await ReceivedAsync(group, "ann"));
        Assert.Equal(["win", "loss"], await ReceivedAsync(group, "bob"));
    }

    [Fact]
    public async Task A_message_is_published_once_and_another_one_under_its_request_key_refused()
    {
        await using var store = await _folder.OpenAsync();
        using var group = await OpenAsync(store, "ann");
        var message = Message("play", 1);
        await group.PublishAsync(message, default);
        await group.PublishAsync(message, default);

        await Assert.ThrowsAsync<RequestKeyReusedException>(() => group.PublishAsync(message with { Value = 2 }, default));

        await group.PublishAsync(message with { Key = "machine-8", Value = 2 }, default);
        Assert.Equal(["play", "play"], await ReceivedAsync(group, "ann"));
    }

    [Fact]
    public async Task Only_the_leader_of_the_term_filters()
    {
        await using var store = await _folder.OpenAsync();
        using var group = await OpenAsync(store, "ann", "bob");
        await Assert.ThrowsAsync<NotLeaderException>(() => group.SetFilterAsync("ann", 0, MessageFilter.All, default));
        await Assert.ThrowsAsync<NotMemberException>(() => group.PromoteAsync("carol", default));
        var first = await group.PromoteAsync("ann", default);
        await Assert.ThrowsAsync<NotLeaderException>(() => group.SetFilterAsync("bob", first, MessageFilter.All, default));
        await group.PromoteAsync("bob", default);
        await group.PromoteAsync("ann", default);
        await Assert.ThrowsAsync<NotLeaderException>(() => group.SetFilterAsync("ann", first, MessageFilter.All, default));
        Assert.Equal(3, group.State.Term);
    }

    [Fact]
    public async Task A_group_that_was_stored_when_its_leader_was_called_governor_is_read()
    {
        await using var store = await _folder.OpenAsync();
        NewEvent[] stored = [new("MemberJoined", new MemberJoined { Member = "ann" }.ToByteArray()), new("GovernorAppointed", new LeaderAppointed { Member = "ann", Term = 1 }.ToByteArray())];
        await store.AppendAsync(new AppendRequest("forum/hall", stored), default);
        using var group = await OpenAsync(store);
        Assert.Equal(("ann", 1L), (group.State.Leader, group.State.Term));
    }

    [Fact]
    public async Task A_leader_who_leaves_is_replaced_by_who_joined_first_and_the_filter_stays()
    {
        await using var store = await _folder.OpenAsync();
        using var group = await OpenAsync(store, "ann", "bob", "carol");
        var filter = new MessageFilter { Kinds = ["win"] };
        await group.SetFilterAsync("bob", await group.PromoteAsync("bob", default), filter, default);
        await group.LeaveAsync("bob", default);
        Assert.Equal("ann", group.State.Leader);
        Assert.Equal(filter, group.State.Filter);
        await PublishAsync(group, "play");
        await PublishAsync(group, "win");
        Assert.Equal(["win"], await ReceivedAsync(group, "carol"));
        Assert.Equal(Appointment.Succeeded, Appointments(await store.ReadAsync("forum/hall"))[^1]);
    }

    [Fact]
    public async Task A_leader_who_is_not_heard_of_is_replaced_and_cannot_go_on()
    {
        await using var store = await _folder.OpenAsync();
        using var group = await OpenAsync(store, "ann", "bob");
        var term = await group.PromoteAsync("ann", default);
        _clock.Advance(Defaults.Lease / 2);
        await group.RenewAsync("bob", default);
        _clock.Advance(Defaults.Lease / 2);
        await Assert.ThrowsAsync<NotLeaderException>(() => group.SetFilterAsync("ann", term, new MessageFilter { Kinds = ["none"] }, default));
        Assert.Equal("bob", group.State.Leader);
        await Assert.ThrowsAsync<NotMemberException>(() => group.RenewAsync("ann", default));
        var departed = (await store.ReadAsync("forum/hall")).Single(each => each.Type == MemberGroupEvents.Departed);
        Assert.Equal(Departure.Expired, MemberDeparted.Parser.ParseFrom(departed.Payload.Span).Departure);
    }

    [Theory]
    [InlineData(-365)]
    [InlineData(365)]
    public async Task A_clock_that_is_set_neither_prolongs_nor_ends_a_lease(int days)
    {
        await using var store = await _folder.OpenAsync();
        var clock = new ShiftedClock(_clock) { Shift = TimeSpan.FromDays(1000) };
        using var group = await MemberGroup.OpenAsync(store, "hall", Defaults with { Clock = clock }, default);
        await group.JoinAsync("ann", default);
        _clock.Advance(Defaults.Lease / 2);
        clock.Shift += TimeSpan.FromDays(days);

        await group.ExpireAsync(default);
        Assert.Equal(["ann"], group.State.Members);

        _clock.Advance(Defaults.Lease / 2);
        await group.ExpireAsync(default);
        Assert.Empty(group.State.Members);
    }

    [Fact]
    public async Task Leases_run_out_while_nobody_asks()
    {
        await using var store = await _folder.OpenAsync();
        using var group = await OpenAsync(store, "ann", "bob");
        using var stop = new CancellationTokenSource();
        var running = group.RunAsync(stop.Token);
        await group.PromoteAsync("ann", default);
        await Until.TrueAsync(() => group.State.Members.IsEmpty, () => _clock.Advance(Defaults.Lease / 4));
        Assert.Null(group.State.Leader);
        await stop.CancelAsync();
        await running;
    }

    [Fact]
    public async Task Without_a_leader_everything_passes()
    {
        await using var store = await _folder.OpenAsync();
        using var group = await OpenAsync(store, "ann");
        await group.SetFilterAsync("ann", await group.PromoteAsync("ann", default), new MessageFilter { Kinds = ["none"] }, default);
        await group.LeaveAsync("ann", default);
        Assert.Null(group.State.Leader);
        await group.JoinAsync("bob", default);
        await PublishAsync(group, "play");
        Assert.Equal(["play"], await ReceivedAsync(group, "bob"));
    }

    [Fact]
    public async Task Receiving_ends_when_the_member_leaves_and_goes_on_after_a_version()
    {
        await using var store = await _folder.OpenAsync();
        using var group = await OpenAsync(store, "ann");
        await PublishAsync(group, "one");
        await PublishAsync(group, "two");
        var received = new List<string>();
        var receiving = Task.Run(async () =>
        {
            await foreach (var each in group.ReceiveAsync("ann", 2, default)) received.Add(each.Message.Kind);
        });
        await Until.TrueAsync(() => received.Count == 1);
        await PublishAsync(group, "three");
        await group.LeaveAsync("ann", default);
        await receiving;
        Assert.Equal(["two", "three"], received);
    }

    /// <summary>What was compacted away would be missed by whoever read it.</summary>
    [Fact]
    public async Task Receiving_from_a_version_on_does_not_read_the_stream_from_its_beginning()
    {
        const int Messages = 300, SnapshotAt = 150, After = 250;
        await using var store = (EmbeddedEventStore)await _folder.OpenAsync();
        using var group = await OpenAsync(store, "ann");
        for (var i = 0; i < Messages; i++) await group.PublishAsync(Message("play", i) with { Payload = new byte[10_000] }, default);
        await store.SaveSnapshotAsync(MemberGroupEvents.StreamOf("hall"), new StreamSnapshot(SnapshotAt, new byte[] { 1 }), default);
        await store.CompactAsync(default);
        await Assert.ThrowsAsync<EventsCompactedException>(async () => await store.ReadAsync(MemberGroupEvents.StreamOf("hall")));

        var receiving = group.ReceiveAsync("ann", After, default);
        await group.LeaveAsync("ann", default);
        var versions = new List<long>();
        await foreach (var each in receiving) versions.Add(each.Version);
        Assert.Equal(Enumerable.Range(After + 1, Messages + 1 - After).Select(version => (long)version), versions);
    }

    [Fact]
    public void Milestones_stay_few_and_reading_begins_near_to_where_it_is_wanted()
    {
        const long Versions = 100_000;
        var milestones = new MemberGroupMilestones();
        foreach (var state in Enumerable.Range(1, (int)Versions).Select(version => MemberGroupState.Empty with { Version = version })) milestones.Add(state);
        var begins = Enumerable.Range(0, (int)Versions + 1).Select(version => (long)version).Where(version => milestones.Before(version).Version == version).ToList();
        Assert.InRange(begins.Count, 100, 257);
        Assert.All(begins.Zip(begins.Skip(1).Append(Versions)), pair => Assert.InRange(pair.Second - pair.First, 0, Versions / 64));
        Assert.Equal(0, milestones.Before(-1).Version);
    }

    [Fact]
    public async Task The_same_message_is_published_once_and_another_keys_of_the_same_request_key_too()
    {
        await using var store = await _folder.OpenAsync();
        using var group = await OpenAsync(store, "ann");
        var message = Message("play", 0);
        await group.PublishAsync(message, default);
        await group.PublishAsync(message, default);
        await group.PublishAsync(message with { Key = "machine-8" }, default);
        Assert.Equal(2, group.State.Messages);
    }

    [Fact]
    public async Task Two_processes_of_one_group_do_not_overwrite_each_other()
    {
        await using var store = await _folder.OpenAsync();
        using var one = await OpenAsync(store, "ann", "bob");
        using var other = await OpenAsync(store);
        await one.PromoteAsync("ann", default);
        await other.PromoteAsync("bob", default);
        Assert.Equal(2, other.State.Term);
        await Assert.ThrowsAsync<NotLeaderException>(() => one.SetFilterAsync("ann", 1, new MessageFilter { Kinds = ["x"] }, default));
        Assert.Equal(other.State, one.State);
    }

    private async Task<MemberGroup> OpenAsync(IEventStore store, params string[] members)
    {
        var group = await MemberGroup.OpenAsync(store, "hall", Defaults with { Clock = _clock }, default);
        foreach (var member in members) await group.JoinAsync(member, default);
        return group;
    }

    private GeniusEvent Message(string kind, double value) => new()
    {
        Key = "machine-7",
        RequestKey = new RequestKey(1, 2, _sequence++),
        Kind = kind,
        Time = DateTimeOffset.UnixEpoch,
        Place = new GeoPoint(39.9956, -75.1145),
        Value = value,
    };

    private Task PublishAsync(MemberGroup group, string kind, double value = 0) => group.PublishAsync(Message(kind, value), default);

    /// <summary>What a member receives up to its departure, which follows.</summary>
    private static async Task<List<string>> ReceivedAsync(MemberGroup group, string member)
    {
        var kinds = new List<string>();
        var receiving = group.ReceiveAsync(member, 0, default);
        await group.LeaveAsync(member, default);
        await foreach (var each in receiving) kinds.Add(each.Message.Kind);
        return kinds;
    }

    private static List<Appointment> Appointments(IReadOnlyList<RecordedEvent> events) =>
        [.. events.Where(each => each.Type == MemberGroupEvents.Appointed).Select(each => LeaderAppointed.Parser.ParseFrom(each.Payload.Span).Appointment)];
}
