namespace Genie.Brokers.Instrumentation;

/// <summary>How <see cref="InstrumentedBroker"/> records what passes through it.</summary>
public sealed record InstrumentationOptions
{
    /// <summary>
    /// Carries W3C trace context with every message, in <see cref="TraceContextPrefix"/>: set it on both sides, listeners first. A listener that
    /// has it takes messages without one as well; one that has it not would find the prefix before its message. Default false.
    /// </summary>
    public bool TraceContext { get; init; }

    /// <summary>The server's name or address, for <c>server.address</c>. Empty: none is recorded.</summary>
    public string ServerAddress { get; init; } = "";

    /// <summary>The server's port, for <c>server.port</c>. 0: none is recorded.</summary>
    public int ServerPort { get; init; }
}
