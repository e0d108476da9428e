namespace Genie.Brokers;

/// <summary>How a listener takes messages.</summary>
public sealed record ListenOptions
{
    /// <summary>Handlers running at once. Default 1: messages of one sender are then handled in the order of arrival.</summary>
    public int Concurrency { get; init; } = 1;

    /// <summary>Messages the server may hand over before earlier ones are settled, where the system knows such a bound. Default 256.</summary>
    public int Prefetch { get; init; } = 256;

    /// <summary>Name shared by the listeners that compete for a channel (queue group, consumer group, shared subscription).</summary>
    public string Group { get; init; } = "workers";

    /// <summary>
    /// Runs the handler on the thread that reads the link, one message at a time whatever <see cref="Concurrency"/> says:
    /// some microseconds less per message, but a handler that blocks stalls the link, keep-alives included. Default false.
    /// </summary>
    public bool InlineHandler { get; init; }
}
