using Npgsql;

namespace Genie.PostgreSql;

/// <summary>Reads connection strings. Npgsql's own errors repeat parts of a wrong one, a password among them.</summary>
internal static class ConnectionStrings
{
    private static readonly NpgsqlConnectionStringBuilder Known = [];

    /// <summary>Reads one.</summary>
    /// <param name="text">The text.</param>
    /// <exception cref="ArgumentException">It is none, which the message says without repeating any of it but a keyword that Npgsql has.</exception>
    public static NpgsqlConnectionStringBuilder Read(string text)
    {
        ArgumentNullException.ThrowIfNull(text);
        try
        {
            return new NpgsqlConnectionStringBuilder(text);
        }
        catch (Exception error) when (error is ArgumentException or FormatException or InvalidCastException or OverflowException or KeyNotFoundException)
        {
            // Without the inner error, which has the same parts.
            throw new ArgumentException(error is ArgumentException { ParamName: { } keyword } && Known.ContainsKey(keyword)
                ? $"The connection string's value of {keyword} cannot be read."
                : "A connection string is KEYWORD=VALUE;KEYWORD=VALUE, with values that have ; = or quotes in quotes.");
        }
    }
}
