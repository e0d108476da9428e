using Genie.EventStore;
using Genie.Extensions.Genius.Messages;
using Genie.Extensions.Genius.Streams.Timers;
using Genie.Extensions.Genius.Tests.Tools;
using Google.Protobuf;

namespace Genie.Extensions.Genius.Tests.Timers;

public sealed class StoredTimersTests
{
    [Fact]
    public async Task The_newest_whole_save_is_read_however_many_timers_there_are()
    {
        using var folder = new StoreFolder();
        await using var store = await folder.OpenAsync();
        var position = await store.AppendTextAsync("s", "some event");
        await SaveAsync(store, Index(position, 10));
        await SaveAsync(store, Index(position, 5_001));

        // Another save, cut off by a kill.
        var cut = new TimersSaved { Save = 7, Position = position + 1, Timers = { new SavedTimer { Stream = "cut", Timer = new TimerSet { DueTicks = 1 } } } };
        await store.AppendAsync(new AppendRequest(StoredTimers.Stream, new NewEvent[] { new("TimersSaved", cut.ToByteArray()) }), default);

        var loaded = new TimerIndex(static (_, _) => TimeSpan.FromTicks(10), TimeProvider.System);
        await new StoredTimers(store, loaded).LoadAsync(default);

        var timers = loaded.Save().Timers;
        Assert.Equal((position, 5_001), (loaded.Position, timers.Count));
        Assert.Equal(Enumerable.Range(0, 5_001).Select(i => $"s{i}").Order(), timers.Select(each => each.Stream).Order());
        Assert.Equal(position, await store.LoadCheckpointAsync(StoredTimers.Stream, default));
        Assert.Equal(["s0"], loaded.TakeDue(1_010, 10).Select(each => each.Stream));
        Assert.Equal(["s1", "s2"], loaded.TakeDue(1_012, 10).Select(each => each.Stream));
    }

    // As a process that follows the one before: its save goes behind what is there.
    private static async Task SaveAsync(IEventStore store, TimerIndex index)
    {
        var stored = new StoredTimers(store, index);
        await stored.LoadAsync(default);
        await stored.SaveAsync(default);
    }

    private static TimerIndex Index(long position, int count)
    {
        var index = new TimerIndex(static (_, _) => TimeSpan.FromTicks(10), TimeProvider.System);
        index.Load(position, Enumerable.Range(0, count).Select(i => new SavedTimer { Stream = $"s{i}", Timer = new TimerSet { Kind = TimerKind.Window, Name = "w", Key = $"{i}", DueTicks = 1_000 + i } }), [], 1);
        return index;
    }
}
