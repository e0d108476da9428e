using Genie.Brokers.Multiplexing;

namespace Genie.Brokers.Grains;

/// <summary>A message in a mailbox; its bytes are rented.</summary>
/// <param name="Channel">Where it was sent to.</param>
/// <param name="Bytes">What was sent, and perhaps more behind it.</param>
/// <param name="Length">Bytes that were sent.</param>
/// <param name="Route">The way back.</param>
internal readonly record struct GrainMessage(string Channel, byte[] Bytes, int Length, GrainRoute Route);

/// <summary>The way back to the sender.</summary>
/// <param name="Sender">Who awaits an answer, or null.</param>
/// <param name="Correlation">Which of its requests it is.</param>
internal readonly record struct GrainRoute(GrainsConnection? Sender, Correlation Correlation);
