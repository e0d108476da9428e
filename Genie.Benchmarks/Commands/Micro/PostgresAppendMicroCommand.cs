using System.CommandLine;
using System.Text.Json;
using Genie.Servers;

namespace Genie.Benchmarks.Commands.Micro;

/// <summary><c>genie micro append-postgres</c>: the event store in PostgreSQL and pgbench with bare inserts of the same rows, in turn.</summary>
internal static class PostgresAppendMicroCommand
{
    // PostgreSQL takes a hundred connections by default.
    private const int CallersMax = 90;

    /// <summary>Creates it.</summary>
    public static Command Create()
    {
        var size = Options.OfCount("--size", "Bytes of an event", "256", min: 1);
        var repeat = Options.OfCount("--repeat", "Turns of each, in pairs", "5", min: 1);
        var callers = Options.Of<int[]>("--callers", "Appends at a time, and pgbench's connections", "1,16,64", CountList.Of("callers", CallersMax));
        var seconds = Options.OfCount("--seconds", "How long to measure each in a turn", "3", min: 1);
        var json = new Option<bool>("--json") { Description = "Print one JSON object a line" };
        var command = new Command("append-postgres", "The event store in a PostgreSQL of its own beside pgbench with bare inserts of the same rows, in turn: events a second") { size, repeat, callers, seconds, json };
        command.SetAction(async (parsed, cancellationToken) =>
        {
            var counts = callers.Read(parsed)!;
            var folder = Directory.CreateTempSubdirectory("genie-append-postgres-").FullName;
            try
            {
                await using var server = await PostgresServer.StartAsync(folder, Ports.PickFree(), cancellationToken).ConfigureAwait(false);
                var run = new PostgresAppendMicroRun(PostgresServer.ConnectionString(server), (int)size.Read(parsed), TimeSpan.FromSeconds(seconds.Read(parsed)));
                foreach (var count in counts)
                {
                    var result = await run.MeasureAsync(count, (int)repeat.Read(parsed), cancellationToken).ConfigureAwait(false);
                    parsed.InvocationConfiguration.Output.WriteLine(parsed.GetValue(json) ? JsonSerializer.Serialize(result) : result.ToText());
                }
            }
            finally
            {
                Directory.Delete(folder, recursive: true);
            }

            return ExitCode.Success;
        });
        return command;
    }
}
