namespace Genie.Brokers.ActiveMQ;

/// <summary>Queues of channels.</summary>
internal static class ActiveMQQueue
{
    /// <summary>The queue of a channel.</summary>
    /// <exception cref="BrokerSettingException">A character has a meaning of its own to one of the servers: a wildcard, a
    /// list of queues, options of a queue.</exception>
    public static string Of(ActiveMQOptions options, string channel)
    {
        var queue = options.QueuePrefix + channel;
        if (channel.Length == 0 || queue.Any(character => !char.IsAsciiLetterOrDigit(character) && character is not ('.' or '-' or '_')))
            throw new BrokerSettingException($"activemq: '{queue}' is no queue's name: use ASCII letters, digits, '.', '-' and '_'.");
        return queue;
    }
}
