using System.Diagnostics;
using Genie.EventStore;
using Genie.EventStore.PostgreSql;
using MathNet.Numerics.Statistics;
using Npgsql;

namespace Genie.Benchmarks.Commands.Micro;

/// <summary>
/// Appends of one event each, and pgbench's inserts of such rows into a table like the store's, with its keys and nothing around them: no
/// versions, no global order, no request keys.
/// </summary>
internal sealed class PostgresAppendMicroRun(string connectionString, int size, TimeSpan time)
{
    private const string EventType = "measured";
    private const int Streams = 1000;

    /// <summary>Measures both in turn.</summary>
    public async Task<PostgresAppendMicroResult> MeasureAsync(int callers, int turns, CancellationToken cancellationToken)
    {
        var (ours, theirs) = (new List<double>(), new List<double>());
        await using var store = await PostgreSqlEventStore.OpenAsync(new PostgreSqlStoreOptions { ConnectionString = connectionString }, cancellationToken).ConfigureAwait(false);
        await CreateTableAsync(cancellationToken).ConfigureAwait(false);
        await AppendAsync(store, callers, TimeSpan.FromSeconds(1), cancellationToken).ConfigureAwait(false);
        for (var turn = 0; turn < turns; turn++)
        {
            ours.Add(await AppendAsync(store, callers, time, cancellationToken).ConfigureAwait(false));
            theirs.Add(await PgbenchRun.MeasureAsync(Script(), connectionString, null, callers, time, cancellationToken).ConfigureAwait(false));
        }

        return new PostgresAppendMicroResult
        {
            Callers = callers,
            StoreEventsPerSecond = Math.Round(ours.Median(), 1),
            PgbenchRowsPerSecond = Math.Round(theirs.Median(), 1),
            Ratio = Math.Round(ours.Zip(theirs, (store, pgbench) => store / pgbench).Median(), 3),
            Turns = turns,
        };
    }

    private async Task CreateTableAsync(CancellationToken cancellationToken)
    {
        await using var database = NpgsqlDataSource.Create(connectionString);
        await using var command = database.CreateCommand(
            """
            DROP SCHEMA IF EXISTS genie_micro CASCADE;
            CREATE SCHEMA genie_micro;
            CREATE TABLE genie_micro.event (LIKE genie.event_0 INCLUDING ALL);
            CREATE SEQUENCE genie_micro.position;
            """);
        await command.ExecuteNonQueryAsync(cancellationToken).ConfigureAwait(false);
    }

    private string Script()
    {
        var payload = new byte[size];
        new Random(1).NextBytes(payload);
        return $"""
            \set stream random(1, {Streams})
            INSERT INTO genie_micro.event (position, stream, version, type, payload)
            VALUES (nextval('genie_micro.position'), :stream, currval('genie_micro.position'), '{EventType}', '\x{Convert.ToHexStringLower(payload)}');
            """;
    }

    /// <summary>Events a second by callers that each append one event after the other, to any of the streams.</summary>
    private async Task<double> AppendAsync(PostgreSqlEventStore store, int callers, TimeSpan duration, CancellationToken cancellationToken)
    {
        var payload = new byte[size];
        new Random(1).NextBytes(payload);
        var events = new NewEvent[] { new(EventType, payload) };
        var began = Stopwatch.GetTimestamp();
        var counts = await Task.WhenAll(Enumerable.Range(0, callers).Select(caller => Task.Run(
            async () =>
            {
                var (random, count) = (new Random(caller), 0L);
                for (; Stopwatch.GetElapsedTime(began) < duration; count++)
                    await store.AppendAsync(new AppendRequest($"stream-{random.Next(Streams)}", events), cancellationToken).ConfigureAwait(false);
                return count;
            },
            cancellationToken))).ConfigureAwait(false);
        return counts.Sum() / Stopwatch.GetElapsedTime(began).TotalSeconds;
    }
}
