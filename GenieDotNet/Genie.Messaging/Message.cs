using System.Collections.ObjectModel;

namespace Genie.Messaging;

/// <summary>What an application sends: a body, and what is said about it.</summary>
/// <param name="Body">The bytes; whose format is the application's matter. They must not change until the send has completed.</param>
public sealed record Message(ReadOnlyMemory<byte> Body)
{
    /// <summary>Tells this message from all others, for receivers that must know a second delivery. Empty: the sender makes one
    /// (a version 7 UUID, RFC 9562 section 5.7). At most 256 bytes of UTF-8.</summary>
    public string Id { get; init; } = "";

    /// <summary>What the message is about: with <see cref="MessagingOptions.Partitions"/> above 1, messages of one key stay in order.
    /// Empty: none. At most 1,024 bytes of UTF-8.</summary>
    public string Key { get; init; } = "";

    /// <summary>Names and values. Names are 1 to 256 visible ASCII characters and differ in more than case; values are any text.
    /// Headers, key and id together have 64 KiB.</summary>
    public IReadOnlyDictionary<string, string> Headers { get; init; } = ReadOnlyDictionary<string, string>.Empty;
}
