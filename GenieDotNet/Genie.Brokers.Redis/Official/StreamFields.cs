using StackExchange.Redis;

namespace Genie.Brokers.Redis.Official;

/// <summary>The fields of a stream's entry. A message that wants no answer has the first alone.</summary>
internal static class StreamFields
{
    /// <summary>The message.</summary>
    public static readonly RedisValue Payload = "m";

    /// <summary>The pub/sub channel that the answer goes to.</summary>
    public static readonly RedisValue ReplyTo = "r";

    /// <summary>What the answer must carry.</summary>
    public static readonly RedisValue Correlation = "c";
}
