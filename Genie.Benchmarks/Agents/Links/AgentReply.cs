using Genie.Benchmarks.Reporting.Model;

namespace Genie.Benchmarks.Agents.Links;

/// <summary>An agent's answer.</summary>
internal sealed record AgentReply
{
    /// <summary>Why it was not done, or null.</summary>
    public string? Error { get; set; }

    /// <summary>True if the same may succeed later.</summary>
    public bool IsTransient { get; set; }

    /// <summary>A session's secret name.</summary>
    public string Session { get; set; } = "";

    /// <summary>The agent's machine.</summary>
    public MachineFacts? Machine { get; set; }

    /// <summary>For an enrolment.</summary>
    public byte[]? Nonce { get; set; }

    /// <summary>Likewise.</summary>
    public byte[]? Proof { get; set; }

    /// <summary>For <see cref="AgentVerb.Clock"/>: when the question came.</summary>
    public ClockReading Received { get; set; }

    /// <summary>And when it was answered.</summary>
    public ClockReading Sent { get; set; }

    /// <summary>For <see cref="AgentVerb.Usage"/>.</summary>
    public UsageReading? Usage { get; set; }

    /// <summary>For <see cref="AgentVerb.Take"/>: how many bytes came, from the first on.</summary>
    public long Bytes { get; set; }

    /// <summary>In which time, in seconds.</summary>
    public double Seconds { get; set; }

    /// <summary>For <see cref="AgentVerb.Keep"/>: where the file is.</summary>
    public string Path { get; set; } = "";

    /// <summary>For <see cref="AgentVerb.DescribeEnd"/>.</summary>
    public string? Ended { get; set; }
}
