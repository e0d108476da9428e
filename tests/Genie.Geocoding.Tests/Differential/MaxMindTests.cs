using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization;
using Genie.Geocoding.Tests.Addresses;
using MaxMind.Db;

namespace Genie.Geocoding.Tests.Differential;

/// <summary>The format's makers' own reader says the same of every network of every file.</summary>
public sealed class MaxMindTests
{
    private static readonly JsonSerializerOptions Options = new() { NumberHandling = JsonNumberHandling.AllowNamedFloatingPointLiterals };

    public static TheoryData<string> GoodFiles => [.. MmdbFiles.Good];

    [Theory]
    [MemberData(nameof(GoodFiles))]
    public void Every_network_has_the_same_record(string name)
    {
        var ours = MmdbFiles.Open(name);
        using var theirs = new Reader(MmdbFiles.PathOf(name));
        var count = 0;
        foreach (var network in theirs.FindAll<object>())
        {
            Assert.True(ours.TryFind(network.Start, out var record), $"{network.Start}");
            var (expected, actual) = (JsonNode.Parse(JsonSerializer.Serialize(Plain(network.Data), Options)), MmdbFiles.ToJson(record));
            Assert.True(JsonNode.DeepEquals(expected, actual), $"{network.Start}: {expected?.ToJsonString()}, {actual?.ToJsonString()}");
            count++;
        }

        Assert.True(count > 0);
    }

    // What JSON has no words for, as our reader writes it.
    private static object? Plain(object? value) => value switch
    {
        IDictionary<string, object> map => map.ToDictionary(pair => pair.Key, pair => Plain(pair.Value)),
        string or byte[] => value,
        System.Numerics.BigInteger number => JsonNode.Parse(number.ToString(System.Globalization.CultureInfo.InvariantCulture)),
        float number => (double)number,
        System.Collections.IEnumerable list => list.Cast<object>().Select(Plain).ToArray(),
        _ => value,
    };
}
