using StackExchange.Redis;

namespace Genie.Brokers.Redis.Official;

/// <summary>What it takes to answer and settle one message.</summary>
/// <param name="Id">The entry's id within its stream.</param>
/// <param name="ReplyTo">Where an answer goes; null if none is awaited.</param>
/// <param name="Correlation">What the answer must carry.</param>
internal readonly record struct RedisDelivery(RedisValue Id, byte[]? ReplyTo, long Correlation)
{
    /// <summary>Reads an entry.</summary>
    /// <returns>False for one that was deleted: only its id is left.</returns>
    public static bool TryRead(in StreamEntry entry, out RedisDelivery delivery, out ReadOnlyMemory<byte> payload)
    {
        var (replyTo, correlation) = ((byte[]?)null, 0L);
        payload = default;
        foreach (var field in entry.Values ?? [])
        {
            if (field.Name == StreamFields.Payload) payload = field.Value;
            else if (field.Name == StreamFields.ReplyTo) replyTo = field.Value;
            else if (field.Name == StreamFields.Correlation && !field.Value.TryParse(out correlation)) replyTo = null;
        }

        delivery = new RedisDelivery(entry.Id, replyTo, correlation);
        return entry.Values is { Length: > 0 };
    }
}
