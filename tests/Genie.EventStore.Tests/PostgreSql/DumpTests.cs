using System.Diagnostics;
using Genie.EventStore.PostgreSql;
using Genie.Testing;
using Npgsql;

namespace Genie.EventStore.Tests.PostgreSql;

/// <summary>The store in PostgreSQL is backed up by PostgreSQL's own means, as docs/event-store.md says.</summary>
public sealed class DumpTests(PostgreSqlFixture server) : IClassFixture<PostgreSqlFixture>
{
    [SkippableFact]
    public async Task What_pg_dump_took_beside_writers_is_a_store_that_goes_on()
    {
        Skip.If(PostgreSqlFixture.WhyUnavailable is not null, PostgreSqlFixture.WhyUnavailable);
        Skip.IfNot(OperatingSystem.IsLinux() && File.Exists("/usr/bin/pg_dump"), "pg_dump is not installed.");
        var (source, target) = (await server.CreateDatabaseAsync(), await server.CreateDatabaseAsync());
        await using var store = await OpenAsync(source);
        using var stop = new CancellationTokenSource();
        long acknowledged = 0;
        var writing = Task.Run(async () =>
        {
            for (var i = 0; !stop.IsCancellationRequested; i++) Volatile.Write(ref acknowledged, (await AppendAsync(store, $"{i % 3}", (ulong)i)).LastPosition);
        });
        while (Volatile.Read(ref acknowledged) < 50) await Task.Delay(1);
        var before = Volatile.Read(ref acknowledged);
        var file = Path.GetTempFileName();
        try
        {
            await RunAsync("pg_dump", source, "--format=custom", $"--file={file}");
            await stop.CancelAsync();
            await writing;
            await RunAsync("pg_restore", target, "--exit-on-error", "--no-owner", file);
        }
        finally
        {
            File.Delete(file);
        }

        await using var restored = await OpenAsync(target);
        var last = await restored.GetPositionAsync(CancellationToken.None);
        Assert.InRange(last, before, Volatile.Read(ref acknowledged));
        var positions = new List<long>();
        await foreach (var each in restored.ReadAllAsync(0, CancellationToken.None)) positions.Add(each.Position);
        Assert.Equal(Enumerable.Range(1, (int)last).Select(i => (long)i), positions);
        Assert.True((await AppendAsync(restored, "0", 0)).IsRepeat);
        Assert.Equal(last + 1, (await AppendAsync(restored, "0", ulong.MaxValue)).LastPosition);
    }

    private static async Task<IEventStore> OpenAsync(string connection) => await PostgreSqlEventStore.OpenAsync(new PostgreSqlStoreOptions { ConnectionString = connection }, CancellationToken.None);

    private static ValueTask<AppendResult> AppendAsync(IEventStore store, string stream, ulong number) =>
        store.AppendAsync(new AppendRequest(stream, new NewEvent[] { new("happened", new byte[100]) }) { Key = new RequestKey(1, 1, number) }, CancellationToken.None);

    private static async Task RunAsync(string program, string connection, params string[] arguments)
    {
        var settings = new NpgsqlConnectionStringBuilder(connection);
        var start = new ProcessStartInfo(program, [$"--dbname={settings.Database}", .. arguments]) { RedirectStandardError = true };
        foreach (var (name, value) in new[] { ("PGHOST", settings.Host), ("PGPORT", $"{settings.Port}"), ("PGUSER", settings.Username), ("PGPASSWORD", settings.Password) }) start.Environment[name] = value;
        using var process = Process.Start(start)!;
        var error = await process.StandardError.ReadToEndAsync();
        await process.WaitForExitAsync();
        Assert.True(process.ExitCode == 0, $"{program}: {error}");
    }
}
