using StackExchange.Redis;

namespace Genie.Brokers.Redis.Official;

/// <summary>
/// Reads one consumer's messages from a stream, waiting at the server for new ones. The library has no blocking commands because they
/// would stall everybody who shares a multiplexer; this one is shared with nobody, and waiting costs neither idle polling nor its delay.
/// </summary>
/// <param name="database">Of a multiplexer that nothing else uses.</param>
/// <param name="stream">The channel's stream.</param>
/// <param name="consumer">This listener's name within the group.</param>
internal sealed class GroupReader(IDatabase database, RedisKey stream, string consumer)
{
    /// <summary>How long a command of the reader's multiplexer may take; far longer than <see cref="Wait"/>.</summary>
    public static readonly TimeSpan Timeout = TimeSpan.FromSeconds(15);

    /// <summary>The id before every message's.</summary>
    public const string Beginning = "0-0";

    private const string NewMessages = ">";
    private static readonly TimeSpan Wait = TimeSpan.FromSeconds(2);

    private RedisResult? _clientId;

    /// <summary>Learns what <see cref="UnblockAsync"/> needs.</summary>
    public async Task PrepareAsync() => _clientId = await database.ExecuteAsync("CLIENT", "ID").ConfigureAwait(false);

    /// <summary>Messages that no consumer was given yet; waits for the first of them, and comes back with none after two seconds.</summary>
    public async Task<StreamEntry[]> ReadNewAsync(int count)
    {
        var result = await database.ExecuteAsync(
            "XREADGROUP", "GROUP", RedisEndpoint.Group, consumer, "COUNT", count, "BLOCK", (long)Wait.TotalMilliseconds, "STREAMS", stream, NewMessages).ConfigureAwait(false);

        // One stream was asked for: its key, then its entries.
        return result.IsNull ? [] : Array.ConvertAll((RedisResult[])result[0][1]!, ToEntry);
    }

    /// <summary>Messages that this consumer was given before and has not acknowledged.</summary>
    /// <param name="after">The id of the last one that was read so.</param>
    /// <param name="count">As many at most.</param>
    public Task<StreamEntry[]> ReadPendingAsync(RedisValue after, int count) => database.StreamReadGroupAsync(stream, RedisEndpoint.Group, consumer, after, count);

    /// <summary>Ends the wait of <see cref="ReadNewAsync"/>, if there is one now.</summary>
    /// <param name="other">Of another multiplexer: this one waits.</param>
    public Task UnblockAsync(IDatabase other) => other.ExecuteAsync("CLIENT", "UNBLOCK", (long)_clientId!);

    private static StreamEntry ToEntry(RedisResult entry)
    {
        var fields = (RedisResult[]?)entry[1] ?? [];
        var values = new NameValueEntry[fields.Length / 2];
        for (var i = 0; i < values.Length; i++) values[i] = new NameValueEntry((RedisValue)fields[2 * i], (RedisValue)fields[(2 * i) + 1]);
        return new StreamEntry((RedisValue)entry[0], values);
    }
}
