using System.Diagnostics;
using System.Globalization;
using System.Text.RegularExpressions;
using Genie.Servers;
using Npgsql;

namespace Genie.Benchmarks.Commands.Micro;

/// <summary>PostgreSQL's own load generator with a script of one's own, prepared: what the database gives at the most.</summary>
internal static partial class PgbenchRun
{
    /// <summary>Transactions a second.</summary>
    /// <param name="script">What is repeated, in pgbench's language.</param>
    /// <param name="connectionString">The database.</param>
    /// <param name="role">The role to take, or null.</param>
    /// <param name="connections">Clients, each with a connection.</param>
    /// <param name="time">How long, in whole seconds.</param>
    /// <param name="cancellationToken">Abandons it.</param>
    /// <exception cref="ServerException">It is not installed, or failed.</exception>
    public static async Task<double> MeasureAsync(string script, string connectionString, string? role, int connections, TimeSpan time, CancellationToken cancellationToken)
    {
        var program = Executables.Find("pgbench") ?? throw new ServerException("pgbench is not installed. On Debian: apt-get install postgresql-15.");
        var file = Path.GetTempFileName();
        try
        {
            await File.WriteAllTextAsync(file, script, cancellationToken).ConfigureAwait(false);
            var start = new ProcessStartInfo(program, ["-n", "-M", "prepared", "-c", $"{connections}", "-j", $"{Math.Min(connections, Environment.ProcessorCount)}", "-T", $"{(int)Math.Ceiling(time.TotalSeconds)}", "-f", file])
            {
                RedirectStandardOutput = true,
                RedirectStandardError = true,
            };
            AddAddress(start.Environment, new NpgsqlConnectionStringBuilder(connectionString), role);
            using var pgbench = Process.Start(start)!;
            var error = pgbench.StandardError.ReadToEndAsync(cancellationToken);
            var output = await pgbench.StandardOutput.ReadToEndAsync(cancellationToken).ConfigureAwait(false);
            await pgbench.WaitForExitAsync(cancellationToken).ConfigureAwait(false);
            var rate = Rate().Match(output);
            return pgbench.ExitCode == 0 && rate.Success
                ? double.Parse(rate.Groups[1].ValueSpan, CultureInfo.InvariantCulture)
                : throw new ServerException($"pgbench failed: {await error.ConfigureAwait(false)}");
        }
        finally
        {
            File.Delete(file);
        }
    }

    private static void AddAddress(IDictionary<string, string?> environment, NpgsqlConnectionStringBuilder connection, string? role)
    {
        (environment["PGHOST"], environment["PGPORT"]) = (connection.Host, $"{connection.Port}");
        (environment["PGUSER"], environment["PGPASSWORD"], environment["PGDATABASE"]) = (connection.Username, connection.Password, connection.Database);
        if (role is not null) environment["PGOPTIONS"] = $"-c role={role}";
    }

    [GeneratedRegex(@"tps = ([0-9.]+)")]
    private static partial Regex Rate();
}
