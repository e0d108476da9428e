using Genie.EventStore.PostgreSql;
using Genie.Testing;
using Xunit.Abstractions;

namespace Genie.EventStore.Tests.PostgreSql;

public sealed class PostgreSqlStoreTests(PostgreSqlFixture fixture, ITestOutputHelper output) : EventStoreContract, IClassFixture<PostgreSqlFixture>
{
    protected override string? WhyUnavailable => PostgreSqlFixture.WhyUnavailable;

    protected override Task<IEventStore> OpenAsync() => fixture.OpenAsync();

    [SkippableFact]
    public async Task Migrations_are_applied_once()
    {
        Skip.If(WhyUnavailable is not null, WhyUnavailable);
        await using var database = fixture.Connect();
        Assert.Empty(await PostgreSqlMigrations.ApplyAsync(database, CancellationToken.None));
    }

    [SkippableFact]
    public async Task Two_processes_that_own_one_stream_for_a_moment_cannot_both_take_effect()
    {
        Skip.If(WhyUnavailable is not null, WhyUnavailable);
        await using var other = await fixture.OpenAsync();
        const int Rounds = 100;
        async Task<int> WriteAsync(IEventStore store)
        {
            var wins = 0;
            for (var version = 0; version < Rounds; version++)
            {
                try
                {
                    await store.AppendAsync(Request("a", "x") with { ExpectedVersion = version }, CancellationToken.None);
                    wins++;
                }
                catch (VersionConflictException)
                {
                    // The other one was first.
                }
            }

            return wins;
        }

        var wins = await Task.WhenAll(Task.Run(() => WriteAsync(Store)), Task.Run(() => WriteAsync(other)));
        Assert.Equal(await Store.GetVersionAsync(Name("a"), CancellationToken.None), wins.Sum());
        Assert.InRange(wins.Sum(), 1, Rounds);
    }

    [SkippableFact]
    public async Task A_worker_that_is_stopped_in_mid_batch_holds_nobody_up()
    {
        Skip.If(WhyUnavailable is not null || OperatingSystem.IsWindows(), WhyUnavailable ?? "Processes are stopped by a signal.");
        await using var worker = await OtherProcess.StartAsync(typeof(PostgreSqlStoreTests), "ready", "append-postgres", fixture.ConnectionString);
        var seed = Environment.TickCount;
        output.WriteLine($"seed {seed}");
        var random = new Random(seed);
        for (var round = 0; round < 20; round++)
        {
            await Task.Delay(random.Next(1, 30));
            await worker.SignalAsync("STOP");
            try
            {
                await Store.AppendAsync(Request("a", "x"), CancellationToken.None);
            }
            finally
            {
                await worker.SignalAsync("CONT");
            }
        }

        worker.Kill();
    }

    [SkippableFact]
    public async Task A_subscriber_hears_of_what_another_process_appends()
    {
        Skip.If(WhyUnavailable is not null, WhyUnavailable);
        await using var other = await fixture.OpenAsync();
        var before = (await Store.AppendAsync(Request("position", "now"), CancellationToken.None)).LastPosition;
        using var cancellation = new CancellationTokenSource(TimeSpan.FromSeconds(60));
        var hearing = Task.Run(async () =>
        {
            await foreach (var each in Store.SubscribeAsync(before, cancellation.Token))
            {
                if (Text(each) == "end") return each.Stream;
            }

            return "";
        });
        for (var i = 0; i < 20; i++) await other.AppendAsync(Request("a", "x"), CancellationToken.None);
        await other.AppendAsync(Request("a", "end"), CancellationToken.None);
        Assert.Equal(Name("a"), await hearing);
    }
}
