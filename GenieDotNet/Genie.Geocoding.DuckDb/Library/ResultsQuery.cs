using System.Collections;
using System.Globalization;
using System.Text.Json;
using DuckDB.NET.Data;

namespace Genie.Geocoding.DuckDb.Library;

/// <summary>Asks results files by SQL.</summary>
internal static class ResultsQuery
{
    // Values that are null in every row shall keep their column; samples of all rows tell types.
    private static string CreateView(string files) => $"""
        CREATE VIEW runs AS
        SELECT run.*, file FROM (
          SELECT unnest(runs) AS run, parse_filename(filename) AS file
          FROM read_json({Literal(files)}, filename = true, sample_size = -1, maximum_object_size = 1073741824, union_by_name = true))
        """;

    /// <summary>See <see cref="DuckDbSupport.QueryResults"/>.</summary>
    public static QueryTable Run(string files, string sql, CancellationToken cancellationToken)
    {
        using var connection = DuckDbFile.OpenMemory();
        try
        {
            DuckDbFile.Run(connection, CreateView(files));
            using var command = DuckDbFile.Command(connection, sql);
            using var registration = cancellationToken.Register(command.Cancel);
            using var reader = command.ExecuteReader();
            var columns = Enumerable.Range(0, reader.FieldCount).Select(reader.GetName).ToArray();
            var rows = new List<IReadOnlyList<string?>>();
            while (reader.Read())
            {
                cancellationToken.ThrowIfCancellationRequested();
                rows.Add([.. Enumerable.Range(0, columns.Length).Select(i => reader.IsDBNull(i) ? null : Text(reader.GetValue(i)))]);
            }

            return new QueryTable(columns, rows);
        }
        catch (DuckDBException exception)
        {
            cancellationToken.ThrowIfCancellationRequested();
            throw new DuckDbQueryException(exception.Message, exception);
        }
    }

    private static string Literal(string text) => $"'{text.Replace("'", "''", StringComparison.Ordinal)}'";

    private static string Text(object value) => value switch
    {
        string text => text,
        IDictionary or IList => JsonSerializer.Serialize(value),
        IFormattable formattable => formattable.ToString(null, CultureInfo.InvariantCulture),
        _ => value.ToString() ?? "",
    };
}
