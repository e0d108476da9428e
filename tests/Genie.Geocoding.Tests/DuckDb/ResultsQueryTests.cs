using Genie.Geocoding.DuckDb;
using Genie.Geocoding.Tests.Import;

namespace Genie.Geocoding.Tests.DuckDb;

/// <summary>SQL over results files.</summary>
public sealed class ResultsQueryTests : IDisposable
{
    private readonly ImportFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Runs_of_several_files_are_rows_of_one_view()
    {
        _folder.Write("a.json", """{"schema":1,"runs":[{"broker":"nats","connections":1,"throughput_per_second":10.5,"ledger":{"lost":0}},{"broker":"kafka","connections":1,"throughput_per_second":7.25,"ledger":{"lost":2}}]}""");
        _folder.Write("b.json", """{"schema":1,"runs":[{"broker":"nats","connections":32,"throughput_per_second":20,"ledger":{"lost":0},"remarks":["x","y"]}]}""");
        var table = DuckDbSupport.QueryResults(Path.Combine(_folder.Path, "*.json"), "SELECT file, broker, throughput_per_second AS rate, ledger.lost AS lost, remarks FROM runs ORDER BY rate", default);
        Assert.Equal(["file", "broker", "rate", "lost", "remarks"], table.Columns);
        Assert.Equal(["a.json|kafka|7.25|2|", "a.json|nats|10.5|0|", "b.json|nats|20|0|[\"x\",\"y\"]"], table.Rows.Select(row => string.Join('|', row)));
    }

    [Fact]
    public void A_wrong_query_and_a_missing_file_are_told()
    {
        var file = _folder.Write("a.json", """{"runs":[{"broker":"nats"}]}""");
        Assert.Contains("speed", Assert.Throws<DuckDbQueryException>(() => DuckDbSupport.QueryResults(file, "SELECT speed FROM runs", default)).Message, StringComparison.Ordinal);
        Assert.Contains("none.json", Assert.Throws<DuckDbQueryException>(() => DuckDbSupport.QueryResults("none.json", "SELECT 1 FROM runs", default)).Message, StringComparison.Ordinal);
    }
}
