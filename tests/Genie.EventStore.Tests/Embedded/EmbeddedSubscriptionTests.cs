using Genie.EventStore.Embedded;

namespace Genie.EventStore.Tests.Embedded;

public sealed class EmbeddedSubscriptionTests : SubscriptionContract
{
    private readonly string _folder = Directory.CreateTempSubdirectory("genie-grains-").FullName;

    protected override async Task<IEventStore> OpenAsync() => await EmbeddedEventStore.OpenAsync(new EmbeddedStoreOptions { Folder = _folder, SegmentBytes = 1 << 16 }, CancellationToken.None);

    [Fact]
    public async Task A_checkpoint_that_was_deleted_stays_so_through_compaction_and_reopening()
    {
        for (var i = 0; i < 200; i++) await Store.AppendAsync(Request("a", new string('x', 900)), CancellationToken.None);
        await Store.SaveCheckpointAsync("gone", 3, CancellationToken.None);
        await Store.SaveCheckpointAsync("kept", 200, CancellationToken.None);
        await Store.DeleteCheckpointAsync("gone", CancellationToken.None);
        await Store.SaveSnapshotAsync(Name("a"), new StreamSnapshot(200, new byte[1]), CancellationToken.None);
        for (var i = 0; i < 200; i++) await Store.AppendAsync(Request("b", new string('x', 900)), CancellationToken.None);
        Assert.True(await ((EmbeddedEventStore)Store).CompactAsync(CancellationToken.None) > 0);
        Assert.Equal(0, await Store.LoadCheckpointAsync("gone", CancellationToken.None));
        await Store.DisposeAsync();
        await using var again = await OpenAsync();
        Assert.Equal(0, await again.LoadCheckpointAsync("gone", CancellationToken.None));
        Assert.Equal(200, await again.LoadCheckpointAsync("kept", CancellationToken.None));
        await Assert.ThrowsAsync<EventsCompactedException>(() => ReadAsync(again.ReadStreamAsync(Name("a"), 1, CancellationToken.None)));
    }

    public override async Task DisposeAsync()
    {
        await base.DisposeAsync();
        await PythonReader.CompareAsync(_folder);
        Directory.Delete(_folder, recursive: true);
    }
}
