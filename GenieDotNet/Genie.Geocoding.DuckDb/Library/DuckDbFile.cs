using DuckDB.NET.Data;

namespace Genie.Geocoding.DuckDb.Library;

/// <summary>Opens DuckDB, which must load nothing from the network by itself.</summary>
internal static class DuckDbFile
{
    /// <summary>A database in memory, for reading other files.</summary>
    public static DuckDBConnection OpenMemory() => Open("Data Source=:memory:");

    /// <summary>A database file, made where it is missing. One process at a time may write.</summary>
    public static DuckDBConnection OpenForWriting(string file) => Open(Settings(file).ConnectionString);

    /// <summary>An existing database file, which any number of processes may read at once.</summary>
    public static DuckDBConnection OpenForReading(string file) =>
        Open(new DuckDBConnectionStringBuilder { ConnectionString = Settings(file).ConnectionString, ["access_mode"] = "READ_ONLY" }.ConnectionString);

    /// <summary>Runs a statement.</summary>
    public static void Run(DuckDBConnection connection, string sql, params object[] parameters)
    {
        using var command = Command(connection, sql, parameters);
        command.ExecuteNonQuery();
    }

    /// <summary>A statement with its parameters, <c>$1</c> and so on.</summary>
    public static DuckDBCommand Command(DuckDBConnection connection, string sql, params object[] parameters)
    {
        var command = connection.CreateCommand();
        command.CommandText = sql;
        foreach (var parameter in parameters) command.Parameters.Add(new DuckDBParameter(parameter));
        return command;
    }

    // A file may be called anything, a;b too. What the builder quotes, DuckDB's own parser of the text does not take.
    private static DuckDBConnectionStringBuilder Settings(string file) => file.AsSpan().IndexOfAny(";\"'=\0") < 0
        ? new DuckDBConnectionStringBuilder { DataSource = file }
        : throw new GeocoderUnavailableException($"DuckDB takes no file with ; = or a quotation mark in its name: '{file}'. Name it otherwise.", isTransient: false);

    private static DuckDBConnection Open(string connectionString)
    {
        var connection = new DuckDBConnection(connectionString);
        try
        {
            connection.Open();
            Run(connection, "SET autoinstall_known_extensions = false");
            return connection;
        }
        catch
        {
            connection.Dispose();
            throw;
        }
    }
}
