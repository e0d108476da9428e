namespace Genie.Benchmarks.Agents.Links;

/// <summary>A line to an agent; each is answered by one <see cref="AgentReply"/>.</summary>
internal sealed record AgentRequest
{
    /// <summary>What to do.</summary>
    public AgentVerb Verb { get; set; }

    /// <summary>The sender's version, with <see cref="AgentVerb.Open"/> and <see cref="AgentVerb.Enroll"/>: both sides must be built from the same sources.</summary>
    public string Tool { get; set; } = "";

    /// <summary>Who asks, for people; with <see cref="AgentVerb.Keep"/> the file's name.</summary>
    public string Name { get; set; } = "";

    /// <summary>The secret name of a session, as <see cref="AgentVerb.Open"/> answered.</summary>
    public string Session { get; set; } = "";

    /// <summary>Which process.</summary>
    public string Process { get; set; } = "";

    /// <summary>For <see cref="AgentVerb.Start"/>.</summary>
    public AgentRole Role { get; set; }

    /// <summary>For <see cref="AgentVerb.Send"/>.</summary>
    public int Milliseconds { get; set; }

    /// <summary>For <see cref="AgentVerb.Keep"/>: how many bytes come before <see cref="Data"/>.</summary>
    public long Offset { get; set; }

    /// <summary>For <see cref="AgentVerb.Keep"/>.</summary>
    public byte[]? Data { get; set; }

    /// <summary>For <see cref="AgentVerb.Enroll"/>: random bytes.</summary>
    public byte[]? Nonce { get; set; }

    /// <summary>For <see cref="AgentVerb.Prove"/>.</summary>
    public byte[]? Proof { get; set; }
}
