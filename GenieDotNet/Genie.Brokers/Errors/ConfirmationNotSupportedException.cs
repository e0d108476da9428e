namespace Genie.Brokers;

/// <summary>A connection was asked for a confirmation level that its system does not have.</summary>
public sealed class ConfirmationNotSupportedException(string broker, Confirmation asked, IEnumerable<Confirmation> known)
    : BrokerException($"{broker}: cannot confirm '{asked}'; it has {string.Join(", ", known)}.", isTransient: false);
