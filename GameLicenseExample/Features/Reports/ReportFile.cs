using DuckDB.NET.Data;
using GameLicenseExample.Features.Decisions;

namespace GameLicenseExample.Features.Reports;

/// <summary>A report as a file that other programs read: Parquet or CSV, written by DuckDB.</summary>
internal static class ReportFile
{
    private const string Table = "CREATE TABLE plays (hour TIMESTAMP, country VARCHAR, state VARCHAR, county VARCHAR, name VARCHAR, plays BIGINT, staked BIGINT, paid BIGINT, machines BIGINT)";

    /// <summary>Writes it; a file that is there is replaced.</summary>
    /// <param name="rows">The rows.</param>
    /// <param name="path">The file; its name ends with <c>.parquet</c> or <c>.csv</c>.</param>
    /// <exception cref="FeatureRefusedException">The name ends otherwise.</exception>
    /// <exception cref="IOException">It cannot be written.</exception>
    public static void Write(IEnumerable<PlayRow> rows, string path)
    {
        var format = Path.GetExtension(path).ToLowerInvariant() switch
        {
            ".parquet" => "FORMAT parquet",
            ".csv" => "FORMAT csv, HEADER",
            _ => throw new FeatureRefusedException($"{path} is neither .parquet nor .csv."),
        };
        using var database = new DuckDBConnection("DataSource=:memory:");
        database.Open();
        Run(database, Table);
        using (var appender = database.CreateAppender("plays"))
        {
            foreach (var row in rows)
            {
                appender.CreateRow().AppendValue(row.Hour.UtcDateTime).AppendValue(row.Country).AppendValue(row.State).AppendValue(row.County).AppendValue(row.Name)
                    .AppendValue(row.Plays).AppendValue(row.Staked).AppendValue(row.Paid).AppendValue(row.Machines).EndRow();
            }
        }

        try
        {
            Run(database, $"COPY (SELECT * FROM plays ORDER BY ALL) TO '{Path.GetFullPath(path).Replace("'", "''", StringComparison.Ordinal)}' ({format})");
        }
        catch (DuckDBException error)
        {
            throw new IOException(error.Message, error);
        }
    }

    private static void Run(DuckDBConnection database, string sql)
    {
        using var command = database.CreateCommand();
#pragma warning disable CA2100 // DuckDB takes no parameters for a file's name; the quotes in it are doubled.
        command.CommandText = sql;
#pragma warning restore CA2100
        command.ExecuteNonQuery();
    }
}
