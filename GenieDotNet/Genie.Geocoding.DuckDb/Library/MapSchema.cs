namespace Genie.Geocoding.DuckDb.Library;

/// <summary>The tables of a map's database file.</summary>
internal static class MapSchema
{
    /// <summary>Areas of maps, those around them too (without shapes), and a row for each polygon with its envelope.</summary>
    public const string Create = """
        CREATE TABLE IF NOT EXISTS area (id BIGINT NOT NULL, map VARCHAR NOT NULL, layer VARCHAR NOT NULL, code VARCHAR NOT NULL, name VARCHAR NOT NULL, parent_code VARCHAR NOT NULL, parent BIGINT);
        CREATE TABLE IF NOT EXISTS polygon (id BIGINT NOT NULL, map VARCHAR NOT NULL, area BIGINT NOT NULL, min_x DOUBLE NOT NULL, min_y DOUBLE NOT NULL, max_x DOUBLE NOT NULL, max_y DOUBLE NOT NULL, shape BLOB NOT NULL);
        """;
}
