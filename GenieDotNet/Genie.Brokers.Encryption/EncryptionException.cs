namespace Genie.Brokers.Encryption;

/// <summary>The other side could not be agreed with, or what came from it was refused: changed on the way, replayed, or not from who it should be.</summary>
public sealed class EncryptionException(string broker, string what, Exception? innerException = null)
    : BrokerException($"{broker}: {what}", isTransient: false, innerException);
