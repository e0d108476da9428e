using System.Collections.ObjectModel;

namespace Genie.Brokers.Envelopes;

/// <summary>What is said about a message beside its body.</summary>
public sealed record MessageHeaders
{
    /// <summary>Tells the message from all others; empty where its sender gave it none.</summary>
    public string Id { get; init; } = "";

    /// <summary>What the message is about; empty where its sender did not say.</summary>
    public string Key { get; init; } = "";

    /// <summary>Names and values; names differ in more than case.</summary>
    public IReadOnlyDictionary<string, string> Values { get; init; } = ReadOnlyDictionary<string, string>.Empty;

    /// <summary>When it was sent, by the sender's clock; null where it did not say.</summary>
    public DateTimeOffset? SentAt { get; init; }

    /// <summary>What the sender takes as an answer.</summary>
    public AnswerForm Answer { get; init; }
}
