namespace Genie.Brokers.Encryption.Protocol;

/// <summary>The first byte of what goes through the system: which part of the protocol's second version it is.</summary>
internal static class MessageKind
{
    /// <summary>Asks for the listener's bundle. Nothing follows.</summary>
    public const byte Hello = 0x61;

    /// <summary>A request: session, message of a conversation.</summary>
    public const byte Request = 0x62;

    /// <summary>A message without answer: a letter.</summary>
    public const byte Letter = 0x63;

    /// <summary>Answers <see cref="Hello"/>: bundle, the listener's name for its memory, signature.</summary>
    public const byte Welcome = 0x71;

    /// <summary>Answers <see cref="Request"/>: message of the conversation.</summary>
    public const byte Answer = 0x72;

    /// <summary>Answers a request that could not be read: reason, the listener's name for its memory, signature.</summary>
    public const byte Refusal = 0x73;
}
