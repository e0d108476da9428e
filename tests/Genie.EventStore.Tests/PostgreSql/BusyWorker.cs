using Genie.EventStore.PostgreSql;

namespace Genie.EventStore.Tests.PostgreSql;

/// <summary>The process that a test stops: it appends in batches as large as they get, without end.</summary>
internal static class BusyWorker
{
    private const int Writers = 256;

    public static async Task<int> RunAsync(string connectionString)
    {
        await using var store = await PostgreSqlEventStore.OpenAsync(new PostgreSqlStoreOptions { ConnectionString = connectionString }, CancellationToken.None);
        await store.AppendAsync(Request(0), CancellationToken.None);
        Console.WriteLine("ready");
        await Task.WhenAll(Enumerable.Range(0, Writers).Select(writer => Task.Run(async () =>
        {
            while (true) await store.AppendAsync(Request(writer), CancellationToken.None);
        })));
        return 0;
    }

    private static AppendRequest Request(int writer) => new($"busy-{writer}", new NewEvent[] { new("t", new byte[2000]) });
}
