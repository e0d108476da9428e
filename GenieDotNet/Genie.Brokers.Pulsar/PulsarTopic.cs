using System.Globalization;

namespace Genie.Brokers.Pulsar;

/// <summary>Topics of channels and of answers.</summary>
internal static class PulsarTopic
{
    private const string PartitionMark = "-partition-";

    /// <summary>The topic of a channel.</summary>
    /// <exception cref="BrokerSettingException">A character, or the end of the name, has a meaning of its own in topic names.</exception>
    public static string Of(PulsarOptions options, string channel)
    {
        Check("channel", channel);
        return Named(options, options.TopicPrefix + channel);
    }

    /// <summary>A topic for one connection's answers, which the broker removes some time after the connection has gone. No channel's
    /// name has a full stop, so that none has this topic.</summary>
    public static string NewInbox(PulsarOptions options) => Named(options, $"{options.TopicPrefix}reply.{Guid.NewGuid():N}");

    /// <summary>The topic that is one partition of another, as the broker names it.</summary>
    public static string PartitionOf(string topic, int partition) => $"{topic}{PartitionMark}{partition.ToString(CultureInfo.InvariantCulture)}";

    /// <summary>A subscription's name that nobody else has.</summary>
    public static string NewReader() => $"reader-{Guid.NewGuid():N}";

    /// <summary>Refuses what cannot be part of a topic's or subscription's name.</summary>
    public static void Check(string name, string part)
    {
        if (part.Length == 0 || part.Any(character => !char.IsAsciiLetterOrDigit(character) && character is not ('.' or '-' or '_')))
            throw new BrokerSettingException($"pulsar: {name} '{part}' is no name: use ASCII letters, digits, '.', '-' and '_'.");
    }

    private static bool IsPartition(string name) =>
        name.LastIndexOf(PartitionMark, StringComparison.Ordinal) is >= 0 and var at && name.AsSpan(at + PartitionMark.Length) is { IsEmpty: false } number && !number.ContainsAnyExceptInRange('0', '9');

    private static string Named(PulsarOptions options, string name)
    {
        Check("pulsar.tenant", options.Tenant);
        Check("pulsar.namespace", options.Namespace);
        Check("pulsar.topic-prefix", name);
        if (IsPartition(name))
            throw new BrokerSettingException($"pulsar: '{name}' is the name of a partition of another topic: give the channel one that does not end with '{PartitionMark}' and a number.");
        return $"{(options.Persistent ? "persistent" : "non-persistent")}://{options.Tenant}/{options.Namespace}/{name}";
    }
}
