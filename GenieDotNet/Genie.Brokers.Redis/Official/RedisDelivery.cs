using StackExchange.Redis;

namespace Genie.Brokers.Redis.Official;

/// <summary>What it takes to answer and settle one message.</summary>
/// <param name="Id">The entry's id within its stream.</param>
/// <param name="ReplyTo">Where an answer goes; null if none is awaited.</param>
/// <param name="Correlation">What the answer must carry.</param>
internal readonly record struct RedisDelivery(RedisValue Id, byte[]? ReplyTo, long Correlation)
{
    /// <summary>Reads an entry.</summary>
    public static RedisEntryKind Read(in StreamEntry entry, out RedisDelivery delivery, out ReadOnlyMemory<byte> payload)
    {
        var (replyTo, correlation) = ((byte[]?)null, 0L);
        var (isMessage, hasCorrelation) = (false, true);
        payload = default;
        foreach (var field in entry.Values ?? [])
        {
            if (field.Name == StreamFields.Payload) (payload, isMessage) = (field.Value, true);
            else if (field.Name == StreamFields.ReplyTo) replyTo = field.Value;
            else if (field.Name == StreamFields.Correlation) hasCorrelation = field.Value.TryParse(out correlation);
        }

        delivery = new RedisDelivery(entry.Id, hasCorrelation ? replyTo : null, correlation);
        if (isMessage) return RedisEntryKind.Message;
        return entry.Values is { Length: > 0 } ? RedisEntryKind.Foreign : RedisEntryKind.Deleted;
    }
}
