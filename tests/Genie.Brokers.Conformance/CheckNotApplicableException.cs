namespace Genie.Brokers.Conformance;

/// <summary>A check has nothing to say about this subject; the message is the reason.</summary>
public sealed class CheckNotApplicableException(string reason) : Exception(reason);
