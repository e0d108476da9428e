using StackExchange.Redis;

namespace Genie.Brokers.Redis.Official;

/// <summary>
/// Finds listeners that died with messages in hand, and takes those over. A listener's life is seen from its own signs, not from the age
/// of a message as XAUTOCLAIM would: a slow handler's messages are nobody else's.
/// </summary>
/// <param name="database">Where the commands go.</param>
/// <param name="stream">The channel's stream.</param>
/// <param name="consumer">This listener's name within the group.</param>
/// <param name="after">A listener without a sign of life for this long is dead.</param>
internal sealed class DeadListeners(IDatabase database, RedisKey stream, string consumer, TimeSpan after)
{
    private const string BehindTheLast = "18446744073709551615-0";

    /// <summary>Time between two looks, and two signs.</summary>
    public TimeSpan Interval => after / 3;

    /// <summary>Gives a sign of life: asks for what it was given after the last message there can be. A wait for new messages is no sign until one comes.</summary>
    public Task GiveSignAsync() => database.StreamReadGroupAsync(stream, RedisEndpoint.Group, consumer, BehindTheLast, 1);

    /// <summary>Takes messages of dead listeners over.</summary>
    /// <param name="room">As many at most.</param>
    public async Task<IReadOnlyList<StreamEntry>> TakeOverAsync(int room)
    {
        var idle = (long)after.TotalMilliseconds;
        List<StreamEntry> taken = [];
        foreach (var other in await database.StreamConsumerInfoAsync(stream, RedisEndpoint.Group).ConfigureAwait(false))
        {
            if (taken.Count >= room) break;
            if (other.Name == consumer || other.PendingMessageCount == 0 || other.IdleTimeInMilliseconds < idle) continue;
            var pending = await database.StreamPendingMessagesAsync(stream, RedisEndpoint.Group, room - taken.Count, other.Name).ConfigureAwait(false);
            if (pending.Length == 0) continue;

            // Of two that take over at once one gets each: the first claim ends its idleness.
            taken.AddRange(await database.StreamClaimAsync(
                stream, RedisEndpoint.Group, consumer, idle, Array.ConvertAll(pending, message => message.MessageId)).ConfigureAwait(false));
        }

        return taken;
    }
}
