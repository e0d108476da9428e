namespace Genie.Messaging;

/// <summary>What a subscription does. Where a library of a system's makers keeps the link up by itself (NATS.Net, Confluent.Kafka), a lost link is not seen.</summary>
public enum SubscriptionState
{
    /// <summary>It is being opened.</summary>
    Opening,

    /// <summary>It takes messages.</summary>
    Active,

    /// <summary>Its link was lost, and is being opened again.</summary>
    Reconnecting,

    /// <summary>The server refuses it (wrong password, no permission); it is asked again slowly.</summary>
    Refused,

    /// <summary>It takes nothing more and waits for its handlers.</summary>
    Stopping,

    /// <summary>It has ended.</summary>
    Stopped,
}
