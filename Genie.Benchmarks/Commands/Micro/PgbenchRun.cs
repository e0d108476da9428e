using System.Diagnostics;
using System.Globalization;
using System.Text.RegularExpressions;
using Genie.Geocoding.PostGis;
using Genie.Servers;
using Npgsql;

namespace Genie.Benchmarks.Commands.Micro;

/// <summary>PostgreSQL's own load generator with the geocoder's statement, prepared: what the database gives at the most.</summary>
internal static partial class PgbenchRun
{
    private static readonly string Script = $"""
        \set x random({PostGisMicroRun.West}, {PostGisMicroRun.East})
        \set y random({PostGisMicroRun.South}, {PostGisMicroRun.North})
        {PostGisGeocoder.LookUpSql.Replace("$1", $":x::float8 / {PostGisMicroRun.UnitsOfADegree}", StringComparison.Ordinal).Replace("$2", $":y::float8 / {PostGisMicroRun.UnitsOfADegree}", StringComparison.Ordinal)};
        """;

    /// <summary>Statements a second.</summary>
    /// <exception cref="ServerException">It is not installed, or failed.</exception>
    public static async Task<double> MeasureAsync(PostGisOptions options, TimeSpan time, CancellationToken cancellationToken)
    {
        var program = Executables.Find("pgbench") ?? throw new ServerException("pgbench is not installed. On Debian: apt-get install postgresql-15.");
        var script = Path.GetTempFileName();
        try
        {
            await File.WriteAllTextAsync(script, Script, cancellationToken).ConfigureAwait(false);
            var start = new ProcessStartInfo(program, ["-n", "-M", "prepared", "-c", $"{options.Connections}", "-j", $"{Math.Min(options.Connections, Environment.ProcessorCount)}", "-T", $"{(int)Math.Ceiling(time.TotalSeconds)}", "-f", script])
            {
                RedirectStandardOutput = true,
                RedirectStandardError = true,
            };
            AddAddress(start.Environment, new NpgsqlConnectionStringBuilder(options.ConnectionString), options.Role);
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
            File.Delete(script);
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
