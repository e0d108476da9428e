using System.Text.Json.Nodes;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;

namespace Genie.Benchmarks.Commands.Serve;

/// <summary><c>/openapi.json</c>: what the front answers, as OpenAPI 3.1 (spec.openapis.org/oas/v3.1.1), made from the paths that are served.</summary>
internal static class OpenApiDocument
{
    private const string Json = "application/json";
    private const string Problem = "application/problem+json";

    /// <summary>Maps it.</summary>
    public static void Map(IEndpointRouteBuilder endpoints, IReadOnlyList<ServedPath> served)
    {
        var document = Create(served).ToJsonString();
        endpoints.MapGet("/openapi.json", http =>
        {
            http.Response.ContentType = Json;
            return http.Response.WriteAsync(document, http.RequestAborted);
        });
    }

    /// <summary>The document.</summary>
    public static JsonObject Create(IReadOnlyList<ServedPath> served)
    {
        var paths = new JsonObject();
        foreach (var path in served)
        {
            var operations = new JsonObject();
            foreach (var method in ServeEndpoints.Methods) operations[method.ToLowerInvariant()] = DescribeServed(path, method);
            paths[path.Path] = operations;
        }

        paths["/metrics"] = DescribeWatch("metrics", "Figures in Prometheus' text format.", "text/plain");
        foreach (var probe in new[] { "live", "ready", "startup" }) paths["/health/" + probe] = DescribeWatch("health-" + probe, $"The {probe} probe: 200 or 503.", Json);
        return new JsonObject
        {
            ["openapi"] = "3.1.1",
            ["info"] = new JsonObject { ["title"] = "genie serve", ["version"] = typeof(OpenApiDocument).Assembly.GetName().Version?.ToString(3) },
            ["paths"] = paths,
            ["components"] = new JsonObject { ["schemas"] = Schemas() },
        };
    }

    private static JsonObject DescribeServed(ServedPath path, string method)
    {
        var success = path.Mode == ServedPath.FireMode ? "202" : "200";
        return new JsonObject
        {
            ["operationId"] = $"{path.Broker}-{path.Mode}-{method.ToLowerInvariant()}",
            ["summary"] = path.Summary,
            ["tags"] = new JsonArray(path.Broker),
            ["responses"] = new JsonObject
            {
                [success] = Answer("Done; the time that it took here.", Json, "Elapsed"),
                ["502"] = Answer("The system or the worker refused it.", Problem, "Problem"),
                ["503"] = WithRetryAfter(Answer("Too many wait, or the system is away for now.", Problem, "Problem")),
                ["504"] = Answer("No answer in time.", Problem, "Problem"),
            },
        };
    }

    private static JsonObject DescribeWatch(string id, string summary, string contentType) => new()
    {
        ["get"] = new JsonObject
        {
            ["operationId"] = id,
            ["summary"] = summary,
            ["responses"] = new JsonObject { ["200"] = new JsonObject { ["description"] = "As it is now.", ["content"] = new JsonObject { [contentType] = new JsonObject() } } },
        },
    };

    private static JsonObject Answer(string description, string contentType, string schema) => new()
    {
        ["description"] = description,
        ["content"] = new JsonObject { [contentType] = new JsonObject { ["schema"] = new JsonObject { ["$ref"] = "#/components/schemas/" + schema } } },
    };

    private static JsonObject WithRetryAfter(JsonObject answer)
    {
        answer["headers"] = new JsonObject
        {
            ["Retry-After"] = new JsonObject { ["description"] = "Seconds after which to send it again.", ["schema"] = new JsonObject { ["type"] = "integer" } },
        };
        return answer;
    }

    private static JsonObject Schemas() => new()
    {
        ["Elapsed"] = Schema(("elapsedMicroseconds", "number")),
        ["Problem"] = Schema(("title", "string"), ("status", "integer"), ("detail", "string")),
    };

    private static JsonObject Schema(params (string Name, string Type)[] properties)
    {
        var described = new JsonObject();
        foreach (var (name, type) in properties) described[name] = new JsonObject { ["type"] = type };
        return new JsonObject { ["type"] = "object", ["properties"] = described };
    }
}
