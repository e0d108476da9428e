using Genie.Brokers.Drivers;

namespace Genie.Brokers.Redis;

/// <summary>The clients through which Redis can be used.</summary>
public static class RedisDrivers
{
    /// <summary>The system's name.</summary>
    public const string Broker = "redis";

    /// <summary>Every driver that was built: none where the feed lacks StackExchange.Redis.</summary>
    public static IReadOnlyList<IBrokerDriver> All { get; } =
    [
#if CLIENT_REDIS
        new Official.RedisDriver(),
#endif
    ];
}
