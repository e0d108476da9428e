using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Schema;
using Genie.Benchmarks.Reporting.Model;

namespace Genie.Benchmarks.Reporting;

/// <summary>The JSON Schema (draft 2020-12) of <c>results.json</c>, made from the types that write it.</summary>
internal static class ResultsSchema
{
    private const string Dialect = "https://json-schema.org/draft/2020-12/schema";
    private static readonly JsonSerializerOptions Indented = new() { WriteIndented = true, NewLine = "\n" };

    /// <summary>The schema, ending in a line break.</summary>
    public static string Create()
    {
        var exported = ResultsJsonContext.Default.BenchResults.Options.GetJsonSchemaAsNode(typeof(BenchResults), new JsonSchemaExporterOptions { TreatNullObliviousAsNonNullable = true, TransformSchemaNode = Transform });
        var schema = new JsonObject
        {
            ["$schema"] = Dialect,
            ["title"] = $"Results of genie bench, schema {BenchResults.CurrentSchema}",
            ["description"] = "Names and units are explained in docs/method.md. What is not listed may be added without a new version.",
        };
        foreach (var (name, value) in exported.AsObject().ToList()) schema[name] = value?.DeepClone();
        return schema.ToJsonString(Indented) + "\n";
    }

    private static JsonNode Transform(JsonSchemaExporterContext context, JsonNode schema)
    {
        // Of values that a converter writes the exporter knows nothing.
        if (context.TypeInfo.Type is { IsEnum: true } type) return new JsonObject { ["enum"] = new JsonArray([.. Enum.GetNames(type).Select(name => (JsonNode)JsonNamingPolicy.KebabCaseLower.ConvertName(name))]) };

        // Which version it is decides whether a reader understands the rest.
        if (context.PropertyInfo?.Name == "schema" && context.PropertyInfo.DeclaringType == typeof(BenchResults)) schema.AsObject()["const"] = BenchResults.CurrentSchema;
        return schema;
    }
}
