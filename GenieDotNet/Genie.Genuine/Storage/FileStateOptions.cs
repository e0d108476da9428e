namespace Genie.Genuine.Storage;

/// <summary>How a file store works.</summary>
public sealed record FileStateOptions
{
    /// <summary>How long a write waits for other processes. 30 seconds by default.</summary>
    public TimeSpan LockTimeout { get; init; } = TimeSpan.FromSeconds(30);
}
