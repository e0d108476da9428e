namespace Genie.Brokers;

/// <summary>A setting has an unknown name or a value that cannot be read.</summary>
public sealed class BrokerSettingException(string message, Exception? innerException = null)
    : BrokerException(message, isTransient: false, innerException);
