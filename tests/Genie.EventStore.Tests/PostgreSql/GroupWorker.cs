using Genie.EventStore.PostgreSql;
using Genie.EventStore.Subscriptions;

namespace Genie.EventStore.Tests.PostgreSql;

/// <summary>The consumer that a test kills or halts: it says so once it holds partitions, and goes on until it is ended.</summary>
internal static class GroupWorker
{
    public const string Argument = "consume-postgres";

    public static async Task<int> RunAsync(string connectionString, string group)
    {
        await using var store = await PostgreSqlEventStore.OpenAsync(new PostgreSqlStoreOptions { ConnectionString = connectionString, Timeout = TimeSpan.FromSeconds(3) }, CancellationToken.None);
        var consumer = new ConsumerGroup(store, group, (_, _) => ValueTask.CompletedTask);
        var running = consumer.RunAsync(CancellationToken.None);
        while (consumer.Held == 0 && !running.IsCompleted) await Task.Delay(20);
        Console.WriteLine("holds");
        await running;
        return 0;
    }
}
