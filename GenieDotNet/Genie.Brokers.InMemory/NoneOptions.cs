namespace Genie.Brokers.InMemory;

/// <summary>Settings of the baseline without a broker.</summary>
public sealed record NoneOptions
{
    /// <summary>The largest message taken, in bytes. Default 16 MiB.</summary>
    public int MaxPayloadBytes { get; init; } = 16 * 1024 * 1024;
}
