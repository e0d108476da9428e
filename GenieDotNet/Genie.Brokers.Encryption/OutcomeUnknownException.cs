namespace Genie.Brokers.Encryption;

/// <summary>
/// Whether the request was handled is unknown: what came back was not the listener's, or the listener has lost the memory by which it
/// would know the request again. Ask the application's own state before sending it again.
/// </summary>
public sealed class OutcomeUnknownException(string broker, string what, Exception? innerException = null)
    : BrokerException($"{broker}: {what}; whether the request was handled is unknown. Look before you send it again.", isTransient: true, innerException);
