namespace Genie.Brokers.Pulsar.Wire.Protocol;

/// <summary>The broker answered a command with an error.</summary>
internal sealed class PulsarRefusedException(ServerError code, string text, bool isTransient)
    : BrokerException($"{PulsarDrivers.Broker}: the broker refused ({code}): {text}.", isTransient)
{
    /// <summary>The broker's code.</summary>
    public ServerError Code { get; } = code;

    /// <summary>True if what is missing is no topic, but the namespace of all topics.</summary>
    public bool IsAboutNamespace => Code == ServerError.TopicNotFound && Message.Contains("Namespace not found", StringComparison.Ordinal);

    /// <summary>True if it is likely to do it in a moment: it starts, or the topic is on its way from one broker to another.</summary>
    public bool IsPassing => Code is ServerError.ServiceNotReady or ServerError.MetadataError or ServerError.PersistenceError
        or ServerError.TooManyRequests or ServerError.UnknownError or ServerError.ProducerBusy;
}
