namespace Genie.Brokers.Redis.Official;

/// <summary>What an entry of a channel's stream is.</summary>
internal enum RedisEntryKind
{
    /// <summary>It has the field of a message, <see cref="StreamFields.Payload"/>.</summary>
    Message,

    /// <summary>It was deleted: only its id is left.</summary>
    Deleted,

    /// <summary>Another program added it, with other fields.</summary>
    Foreign,
}
