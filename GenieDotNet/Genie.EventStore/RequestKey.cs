namespace Genie.EventStore;

/// <summary>Names a request within a stream: the same key again is the same request again, delivered twice.</summary>
/// <param name="Run">Names the numbering of senders; 0 where there is only one.</param>
/// <param name="Sender">The sender.</param>
/// <param name="Sequence">The sender's count.</param>
public readonly record struct RequestKey(ulong Run, uint Sender, ulong Sequence);
