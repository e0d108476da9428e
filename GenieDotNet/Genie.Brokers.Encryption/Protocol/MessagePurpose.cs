namespace Genie.Brokers.Encryption.Protocol;

/// <summary>What a message wants.</summary>
internal enum MessagePurpose : byte
{
    /// <summary>To be handled.</summary>
    Handle = 0,

    /// <summary>To know which messages of its connection have been handled.</summary>
    Count = 1,
}
