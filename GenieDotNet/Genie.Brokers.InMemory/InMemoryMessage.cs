using Genie.Brokers.Multiplexing;

namespace Genie.Brokers.InMemory;

/// <summary>What a handler's end completes.</summary>
internal enum Awaiting
{
    Nothing,
    Settlement,
    Answer,
    DelayedAnswer,
}

/// <summary>Where a message came from and what its sender waits for.</summary>
internal readonly record struct InMemoryRoute(InMemoryConnection Sender, Correlation Correlation, Awaiting Awaiting);

/// <summary>A message in a queue. Its bytes are rented; whoever takes it out gives them back.</summary>
internal readonly record struct InMemoryMessage(byte[] Bytes, int Length, InMemoryRoute Route);
