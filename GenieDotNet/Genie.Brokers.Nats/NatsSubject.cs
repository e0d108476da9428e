namespace Genie.Brokers.Nats;

/// <summary>Subjects of channels.</summary>
internal static class NatsSubject
{
    /// <summary>The subject of a channel.</summary>
    /// <exception cref="BrokerSettingException">A character would end the subject or be a wildcard: the server would read something else.</exception>
    public static string Of(NatsOptions options, string channel)
    {
        var subject = options.SubjectPrefix + channel;
        Check(nameof(channel), channel);
        Check("nats.subject-prefix", subject);
        return subject;
    }

    /// <summary>The queue group of a listener; null for one that gets every message.</summary>
    /// <exception cref="BrokerSettingException">The group's name is none.</exception>
    public static string? GroupOf(ListenOptions options)
    {
        if (options.Delivery == Delivery.Broadcast) return null;
        Check("the listener's group", options.Group);
        return options.Group;
    }

    /// <summary>False for a listener of messages to all: with two subscriptions at once it would get a message twice.</summary>
    public static bool MayOverlap(ListenOptions options) => options.Delivery != Delivery.Broadcast;

    /// <summary>Refuses what is no single subject.</summary>
    public static void Check(string name, string subject)
    {
        if (subject.Length == 0 || subject.Any(character => character is <= ' ' or > '~' or '*' or '>') || subject.Split('.').Any(token => token.Length == 0))
            throw new BrokerSettingException($"nats: {name} '{subject}' is no subject: use ASCII letters, digits, '-' and '_', with single dots between them.");
    }
}
