using Genie.Brokers;

namespace Genie.Benchmarks.Agents;

/// <summary>An agent could not be reached, refused, or was lost; the message says which one and what to do.</summary>
/// <param name="message">Why.</param>
/// <param name="isTransient">True if the same may succeed later.</param>
/// <param name="innerException">What it came from.</param>
internal sealed class AgentException(string message, bool isTransient, Exception? innerException = null) : BrokerException(message, isTransient, innerException);
