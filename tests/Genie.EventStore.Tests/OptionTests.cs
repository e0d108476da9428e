using Genie.EventStore.Embedded;
using Genie.EventStore.PostgreSql;
using Genie.EventStore.Projections;
using Genie.EventStore.Subscriptions;
using Genie.Testing;

namespace Genie.EventStore.Tests;

/// <summary>Every options class of the library.</summary>
public sealed class OptionTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    [Fact]
    public void Those_of_the_embedded_store_are_refused_by_name_before_anything_is_made()
    {
        var valid = new EmbeddedStoreOptions { Folder = Path.Combine(_folder.Path, "store") };
        NonsenseOptions.AreRefused(valid, OpenAsync, nameof(valid.RequestKeyMemory));
        foreach (var bytes in new[] { 0, 1023, (2L << 30) + 1 }) NonsenseOptions.IsRefused(valid with { SegmentBytes = bytes }, OpenAsync, nameof(valid.SegmentBytes));
        NonsenseOptions.IsRefused(valid with { PendingAppendsMax = 0 }, OpenAsync, nameof(valid.PendingAppendsMax));
        NonsenseOptions.IsRefused(valid with { AppendBytesMax = int.MaxValue }, OpenAsync, nameof(valid.AppendBytesMax));
        Assert.False(Directory.Exists(valid.Folder));

        static async Task OpenAsync(EmbeddedStoreOptions options) => await (await EmbeddedEventStore.OpenAsync(options, CancellationToken.None)).DisposeAsync();
    }

    [Fact]
    public void Those_of_the_store_in_PostgreSQL_are_refused_by_name_before_anything_is_sent()
    {
        var valid = new PostgreSqlStoreOptions { ConnectionString = "Host=localhost;Port=1" };
        NonsenseOptions.AreRefused(valid, OpenAsync, nameof(valid.RequestKeyMemory));
        NonsenseOptions.IsRefused(valid with { PendingAppendsMax = 0 }, OpenAsync, nameof(valid.PendingAppendsMax));
        NonsenseOptions.IsRefused(valid with { BatchAppends = 0 }, OpenAsync, nameof(valid.BatchAppends));

        static async Task OpenAsync(PostgreSqlStoreOptions options) => await (await PostgreSqlEventStore.OpenAsync(options, CancellationToken.None)).DisposeAsync();
    }

    [Fact]
    public async Task Those_of_consumers_are_refused_by_name_before_anything_is_handled()
    {
        await using var store = await EmbeddedEventStore.OpenAsync(new EmbeddedStoreOptions { Folder = _folder.Path }, CancellationToken.None);
        static ValueTask HandleAsync(RecordedEvent each, CancellationToken token) => ValueTask.CompletedTask;
        NonsenseOptions.AreRefused(new ProjectionRunner(store, "p", HandleAsync), RunAsync);
        NonsenseOptions.AreRefused(new ConsumerGroup(store, "g", HandleAsync), RunAsync);

        static Task RunAsync(EventConsumer consumer) => consumer.RunAsync(new CancellationToken(canceled: true));
    }

    public void Dispose() => _folder.Dispose();
}
