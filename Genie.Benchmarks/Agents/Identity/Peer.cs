namespace Genie.Benchmarks.Agents.Identity;

/// <summary>A machine that was enrolled.</summary>
internal sealed record Peer
{
    /// <summary>What it is called here.</summary>
    public required string Name { get; init; }

    /// <summary>Where its agent listens; null of one that only comes to us.</summary>
    public string? Host { get; set; }

    /// <summary>Its port; 0 likewise.</summary>
    public int Port { get; set; }

    /// <summary>Its certificate's hash: see <see cref="AgentIdentity.Fingerprint"/>.</summary>
    public required string Fingerprint { get; init; }

    /// <summary>When, UTC.</summary>
    public DateTimeOffset Enrolled { get; set; }

    /// <summary><c>HOST:PORT</c>.</summary>
    public string Address => Host is { } host && host.Contains(':', StringComparison.Ordinal) ? $"[{host}]:{Port}" : $"{Host}:{Port}";
}
