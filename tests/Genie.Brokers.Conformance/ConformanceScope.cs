namespace Genie.Brokers.Conformance;

/// <summary>What can change the outcome of a check, the narrowest first.</summary>
public enum ConformanceScope
{
    /// <summary>The client alone: bounds, deadlines of its own, what it allocates and leaves behind.</summary>
    Client,

    /// <summary>The server too: names, passwords, the existence of channels.</summary>
    Server,

    /// <summary>The level of service too: what happens to messages on their way.</summary>
    Delivery,
}
