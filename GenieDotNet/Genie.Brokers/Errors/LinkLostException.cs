namespace Genie.Brokers;

/// <summary>The link to the server ended while a call was pending; whether the message arrived is unknown.</summary>
public sealed class LinkLostException(string broker, string detail, Exception? innerException = null)
    : BrokerException($"{broker}: the link was lost ({detail}); the driver reconnects, send again if the message may be repeated.",
        isTransient: true, innerException);
