namespace Genie.Brokers.Envelopes;

/// <summary>What a message's sender takes as an answer.</summary>
public enum AnswerForm
{
    /// <summary>It awaits none.</summary>
    None,

    /// <summary>A body alone: the sender is a client of others.</summary>
    Plain,

    /// <summary>A message in its <see cref="MessageEnvelope"/>.</summary>
    Envelope,
}
