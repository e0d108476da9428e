namespace Genie.Benchmarks.Commands.Lab;

/// <summary>Settings of drivers in the laboratory: signs of life follow one another closely, so that a fault of seconds is noticed.</summary>
internal static class LabSettings
{
    private static readonly Dictionary<string, (string Name, string Value)> SignsOfLife = new()
    {
        ["nats"] = ("ping-interval", "2s"),
        ["mqtt"] = ("keep-alive", "3s"),
        ["rabbitmq"] = ("heartbeat", "2s"),
        ["activemq"] = ("heart-beat", "2s"),
        ["pulsar"] = ("keep-alive", "2s"),
    };

    /// <summary>The user's settings of a system, and what they do not say.</summary>
    public static IReadOnlyDictionary<string, string> Of(string broker, IEnumerable<KeyValuePair<string, string>> given)
    {
        var settings = given.ToDictionary();
        if (SignsOfLife.TryGetValue(broker, out var signs)) settings.TryAdd(signs.Name, signs.Value);
        return settings;
    }
}
