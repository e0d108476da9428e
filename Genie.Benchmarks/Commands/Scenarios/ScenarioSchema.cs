using System.CommandLine;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Nodes;
using Genie.Benchmarks.Drivers;

namespace Genie.Benchmarks.Commands.Scenarios;

/// <summary>The JSON Schema of scenario files (draft 2020-12), drawn from the command's options: what editors complete and check by.</summary>
internal static class ScenarioSchema
{
    private const string DurationPattern = "^[0-9][0-9_.]*(us|ms|s|m|h|d)$";
    private const string CountPattern = "^[0-9][0-9_.]*(B|k|M|kB|MB|GB|KiB|MiB|GiB)?$";

    private static readonly JsonSerializerOptions Indented = new() { WriteIndented = true, Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping, NewLine = "\n" };

    /// <summary>The schema's text.</summary>
    public static string Create(Command command)
    {
        var properties = new JsonObject
        {
            ["name"] = Described("What the scenario is called.", Typed("string")),
            ["description"] = Described("What it is about.", Typed("string")),
            [ScenarioFile.Systems] = Described("Messaging systems; without this line, every one that runs or can be started.", OneOrSeveral(Among(DriverCatalogue.Brokers))),
        };
        foreach (var option in ScenarioArguments.OptionsOf(command).OrderBy(option => option.Name, StringComparer.Ordinal))
            properties[option.Name[2..]] = Described(option.Description ?? "", TypeOf(option), (option as IParsedOption)?.DefaultText);
        return new JsonObject
        {
            ["$schema"] = "https://json-schema.org/draft/2020-12/schema",
            ["title"] = $"A scenario of 'genie {command.Name}'",
            ["type"] = "object",
            ["additionalProperties"] = false,
            ["properties"] = properties,
        }.ToJsonString(Indented) + "\n";
    }

    private static JsonObject TypeOf(Option option)
    {
        var type = Nullable.GetUnderlyingType(option.ValueType) ?? option.ValueType;
        if (option is IParsedOption { Names: { Count: > 0 } names }) return Among(names);
        if (type == typeof(bool)) return Typed("boolean");
        if (type == typeof(TimeSpan)) return Typed("string", DurationPattern);
        if (type == typeof(long)) return Typed("integer", CountPattern);
        if (type == typeof(int[])) return OneOrSeveral(Typed("integer"), Typed("string"));
        return type == typeof(string[]) ? OneOrSeveral(Typed("string")) : new JsonObject { ["type"] = new JsonArray("string", "number") };
    }

    private static JsonObject Described(string description, JsonObject type, string? byDefault = null)
    {
        type["description"] = description;
        if (byDefault is not null) type["default"] = byDefault;
        return type;
    }

    private static JsonObject Among(IReadOnlyList<string> names) => new() { ["enum"] = new JsonArray([.. names.Select(name => (JsonNode)name)]) };

    /// <summary>A type; with a pattern, texts of it too.</summary>
    private static JsonObject Typed(string type, string? pattern = null) => pattern is null ? new() { ["type"] = type }
        : new() { ["type"] = type == "string" ? type : new JsonArray(type, "string"), ["pattern"] = pattern };

    private static JsonObject OneOrSeveral(JsonObject item, params JsonObject[] others) => new()
    {
        ["anyOf"] = new JsonArray([item.DeepClone(), .. others, new JsonObject { ["type"] = "array", ["minItems"] = 1, ["items"] = item }]),
    };
}
