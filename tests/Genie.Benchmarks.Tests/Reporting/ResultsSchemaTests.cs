using System.Text.Json;
using Genie.Benchmarks.Reporting;
using Genie.Benchmarks.Reporting.Model;
using Genie.Benchmarks.Tests.Load.Sweeps;
using Genie.Testing;
using NJsonSchema;

namespace Genie.Benchmarks.Tests.Reporting;

public sealed class ResultsSchemaTests
{
    [Fact]
    public async Task What_is_written_fulfils_the_schema_and_what_is_not_does_not()
    {
        var schema = await JsonSchema.FromJsonAsync(ResultsSchema.Create());
        var json = JsonSerializer.Serialize(SampleResults.Create() with { Source = new SourceFacts { Commit = "0123" } }, ResultsJsonContext.Default.BenchResults);
        Assert.Empty(schema.Validate(json));
        Assert.Empty(schema.Validate(JsonSerializer.Serialize(SimulatedSweep.Results(round => round > 20 ? 30 : 20 + (round % 3), new SimulatedSystem("a", 9_000)), ResultsJsonContext.Default.BenchResults)));
        Assert.NotEmpty(schema.Validate(json.Replace("\"round-trip\"", "\"roundtrip\"", StringComparison.Ordinal)));
        Assert.NotEmpty(schema.Validate(json.Replace("\"runs\"", "\"rows\"", StringComparison.Ordinal)));
    }

    [Fact]
    public async Task The_published_schema_is_that_of_the_program() =>
        Assert.Equal(ResultsSchema.Create(), await File.ReadAllTextAsync(Path.Combine(RepositoryRoot.Find(), "docs", "results.schema.json")));
}
