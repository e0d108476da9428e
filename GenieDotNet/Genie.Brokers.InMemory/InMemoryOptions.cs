using Genie.Brokers.InMemory.Faults;

namespace Genie.Brokers.InMemory;

/// <summary>Settings of the in-memory broker. The faults prove that a harness counts what really happened.</summary>
public sealed record InMemoryOptions
{
    /// <summary>Messages a channel holds; further senders wait. Default 16,384.</summary>
    public int QueueCapacity { get; init; } = 16_384;

    /// <summary>The largest message taken, in bytes. Default 16 MiB.</summary>
    public int MaxPayloadBytes { get; init; } = 16 * 1024 * 1024;

    /// <summary>Where the chance of faults starts.</summary>
    public long FaultSeed { get; init; } = 1;

    /// <summary>Messages lost in a million. Default 0.</summary>
    public int LossPerMillion { get; init; }

    /// <summary>Messages doubled in a million. Default 0.</summary>
    public int DuplicatePerMillion { get; init; }

    /// <summary>Messages overtaken in a million. Default 0.</summary>
    public int ReorderPerMillion { get; init; }

    /// <summary>Answers delayed in a million. Default 0.</summary>
    public int DelayPerMillion { get; init; }

    /// <summary>Messages damaged in a million. Default 0.</summary>
    public int CorruptPerMillion { get; init; }

    /// <summary>Messages led astray in a million; they need another channel with a listener. Default 0.</summary>
    public int MisroutePerMillion { get; init; }

    /// <summary>How long a delayed answer is held. Default 15 s, beyond the default time-out.</summary>
    public TimeSpan Delay { get; init; } = TimeSpan.FromSeconds(15);

    /// <summary>The faults of these settings.</summary>
    internal FaultPlan Faults() => new()
    {
        Seed = FaultSeed,
        LossPerMillion = LossPerMillion,
        DuplicatePerMillion = DuplicatePerMillion,
        ReorderPerMillion = ReorderPerMillion,
        DelayPerMillion = DelayPerMillion,
        CorruptPerMillion = CorruptPerMillion,
        MisroutePerMillion = MisroutePerMillion,
        Delay = Delay,
    };
}
