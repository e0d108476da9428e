using Genie.EventStore;
using Genie.Extensions.Genius.Messages;
using Genie.Extensions.Genius.Streams.Timers;
using Genie.Extensions.Genius.Tests.Tools;
using Google.Protobuf;

namespace Genie.Extensions.Genius.Tests.Timers;

public sealed class SavedTimersTests
{
    [Fact]
    public async Task The_newest_whole_save_is_read_however_many_timers_there_are()
    {
        using var folder = new StoreFolder();
        await using var store = await folder.OpenAsync();
        var position = await store.AppendTextAsync("s", "some event");
        await SavedTimers.SaveAsync(store, Index(position, 10), default);
        await SavedTimers.SaveAsync(store, Index(position, 5_001), default);

        // Another save, cut off by a kill.
        var cut = new TimersSaved { Save = 7, Position = position + 1, Timers = { new SavedTimer { Stream = "cut", Timer = new TimerSet { DueTicks = 1 } } } };
        await store.AppendAsync(new AppendRequest(SavedTimers.Stream, new NewEvent[] { new("TimersSaved", cut.ToByteArray()) }), default);

        var loaded = new TimerIndex(static (_, _) => TimeSpan.FromTicks(10));
        await SavedTimers.LoadAsync(store, loaded, default);

        var (at, timers) = loaded.Save();
        Assert.Equal((position, 5_001), (at, timers.Count));
        Assert.Equal(Enumerable.Range(0, 5_001).Select(i => $"s{i}").Order(), timers.Select(each => each.Stream).Order());
        Assert.Equal(position, await store.LoadCheckpointAsync(SavedTimers.Stream, default));
        Assert.Equal(["s0"], loaded.TakeDue(1_010, 10).Select(each => each.Stream));
        Assert.Equal(["s1", "s2"], loaded.TakeDue(1_012, 10).Select(each => each.Stream));
    }

    private static TimerIndex Index(long position, int count)
    {
        var index = new TimerIndex(static (_, _) => TimeSpan.FromTicks(10));
        index.Load(position, Enumerable.Range(0, count).Select(i => new SavedTimer { Stream = $"s{i}", Timer = new TimerSet { Kind = TimerKind.Window, Name = "w", Key = $"{i}", DueTicks = 1_000 + i } }));
        return index;
    }
}
