using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Rules.Resources;

namespace Genie.Extensions.Genius.Tests.Rules;

/// <summary>Two reference tables for the keys, kinds and texts of <see cref="RandomRules"/>, kept a second time as plain dictionaries.</summary>
internal static class SampleTables
{
    public const string Fleet = "fleet";
    public const string Banned = "banned";

    /// <summary>Models <c>sum-1</c> to so many, each of as many features.</summary>
    public const int ModelsMax = 3;

    public static readonly Dictionary<string, Dictionary<string, EventAttributes>> Rows = new()
    {
        [Fleet] = Enumerable.Range(0, 20).ToDictionary(i => $"key-{i}", i => EventAttributes.Of([new("driver", "text-" + (i % 4)), new("load", (i % 7) / 4.0), .. i % 2 == 0 ? [new("on", i % 4 == 0)] : Array.Empty<KeyValuePair<string, AttributeValue>>()])),
        [Banned] = new() { ["text-1"] = EventAttributes.None, ["text-3"] = [new("driver", "text-0")], ["kind-2"] = [new("load", 1)] },
    };

    public static RuleResources Resources()
    {
        var resources = new RuleResources();
        foreach (var (name, rows) in Rows) resources.Put(new ReferenceTable(name, rows));
        for (var features = 1; features <= ModelsMax; features++) resources.PutModel("sum-" + features, new SampleModel(features));
        return resources;
    }
}
