using Genie.Brokers.Drivers;

namespace Genie.Brokers.Redis;

/// <summary>The clients through which Redis can be used.</summary>
public static class RedisDrivers
{
    /// <summary>The system's name.</summary>
    public const string Broker = "redis";

    /// <summary>Every driver.</summary>
    public static IReadOnlyList<IBrokerDriver> All { get; } =
    [
        new Official.RedisDriver(),
    ];
}
