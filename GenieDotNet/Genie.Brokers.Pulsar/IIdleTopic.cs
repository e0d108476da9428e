namespace Genie.Brokers.Pulsar;

/// <summary>See <see cref="IdleTopics{TTopic}"/>.</summary>
internal interface IIdleTopic
{
    /// <summary>When it was used last, in ms of <see cref="Environment.TickCount64"/>.</summary>
    long LastUsed { get; }

    /// <summary>Gives up what it holds at the broker. Never fails.</summary>
    Task CloseAsync();
}
