using Genie.EventStore;
using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Roles;
using Genie.Extensions.Genius.Tests.Tools;
using Genie.Testing;
using Xunit.Abstractions;

namespace Genie.Extensions.Genius.Tests.Roles;

/// <summary>Random lives of a group, with deaths and restarts, against a plain model of it.</summary>
public sealed class MemberGroupReplayTests(ITestOutputHelper output) : IDisposable
{
    private static readonly string[] Names = ["ann", "bob", "carol", "dan", "eve"];
    private static readonly string[] Kinds = ["play", "win", "loss"];
    private readonly StoreFolder _folder = new();
    private readonly ManualClock _clock = new();
    private readonly Dictionary<string, List<ulong>> _expected = Names.ToDictionary(name => name, _ => new List<ulong>());
    private ulong _sequence;

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task What_is_read_again_is_what_was()
    {
        var seed = Environment.TickCount;
        output.WriteLine($"seed {seed}");
        var random = new Random(seed);
        for (var life = 0; life < 6; life++)
        {
            await using var store = await _folder.OpenAsync(_clock);
            using var group = await MemberGroup.OpenAsync(store, "hall", new MemberGroupOptions { Clock = _clock }, default);
            Assert.Equal(await MemberGroupState.LoadAsync(store, "hall", default), group.State);
            for (var step = 0; step < 60; step++)
            {
                await StepAsync(group, random);
                Assert.Equal(await MemberGroupState.LoadAsync(store, "hall", default), group.State);
                Assert.True(group.State.Leader is not { } leader || group.State.Members.Contains(leader));
            }
        }

        await using var last = await _folder.OpenAsync(_clock);
        foreach (var name in Names)
        {
            var all = await ReceivedAsync(last, name, 0);
            Assert.Equal(_expected[name], all.Select(each => each.Message.RequestKey.Sequence));
            var after = random.NextInt64(await last.GetVersionAsync(MemberGroupEvents.StreamOf("hall"), default) + 2);
            Assert.Equal(all.Where(each => each.Version > after).Select(each => each.Version), (await ReceivedAsync(last, name, after)).Select(each => each.Version));
        }

        Assert.True(_expected.Values.Sum(list => list.Count) > 0);
    }

    private async Task StepAsync(MemberGroup group, Random random)
    {
        var name = Names[random.Next(Names.Length)];
        switch (random.Next(12))
        {
            case 0 or 1:
                await group.JoinAsync(name, default);
                break;
            case 2:
                await group.LeaveAsync(name, default);
                break;
            case 3 when group.State.Members.Contains(name):
                await TryAsync(() => group.PromoteAsync(name, default));
                break;
            case 4 or 5 when group.State.Leader is { } leader:
                await TryAsync(() => group.SetFilterAsync(leader, group.State.Term, new MessageFilter { RefusedKinds = [Kinds[random.Next(Kinds.Length)]], ValueMin = random.Next(2) == 0 ? random.Next(10) : null }, default));
                break;
            case 6:
                _clock.Advance(TimeSpan.FromSeconds(random.Next(20)));
                break;
            case 7 when group.State.Members.Contains(name):
                await TryAsync(() => group.RenewAsync(name, default));
                break;
            default:
                await PublishAsync(group, random);
                break;
        }
    }

    private async Task PublishAsync(MemberGroup group, Random random)
    {
        // Who is dead is given up first, so that the model is asked about the state that the message finds.
        await group.ExpireAsync(default);
        var message = new GeniusEvent { Key = "m", RequestKey = new RequestKey(1, 1, _sequence++), Kind = Kinds[random.Next(Kinds.Length)], Time = _clock.GetUtcNow(), Place = default, Value = random.Next(20) };
        var state = group.State;
        await group.PublishAsync(message, default);
        foreach (var member in state.Members)
        {
            var isRefused = state.Filter.RefusedKinds.Contains(message.Kind) || message.Value < (state.Filter.ValueMin ?? 0);
            if (member == state.Leader || state.Leader is null || !isRefused) _expected[member].Add(message.RequestKey.Sequence);
        }
    }

    // What a dead member wants is refused, which is right and changes nothing.
    private static async Task TryAsync(Func<Task> wish)
    {
        try
        {
            await wish();
        }
        catch (MemberGroupException error)
        {
            Assert.False(error.IsTransient);
        }
    }

    private async Task<List<MemberGroupMessage>> ReceivedAsync(IEventStore store, string name, long after)
    {
        using var group = await MemberGroup.OpenAsync(store, "hall", new MemberGroupOptions { Clock = _clock }, default);
        await group.JoinAsync(name, default);
        var receiving = group.ReceiveAsync(name, after, default);
        await group.LeaveAsync(name, default);
        var received = new List<MemberGroupMessage>();
        await foreach (var each in receiving) received.Add(each);
        return received;
    }
}
