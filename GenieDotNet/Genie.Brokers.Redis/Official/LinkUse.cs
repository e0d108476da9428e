namespace Genie.Brokers.Redis.Official;

/// <summary>What a multiplexer of the library is for: with subscriptions it makes a second connection to the server.</summary>
internal enum LinkUse
{
    /// <summary>Commands alone.</summary>
    Commands,

    /// <summary>Commands and subscriptions.</summary>
    CommandsAndSubscriptions,
}
