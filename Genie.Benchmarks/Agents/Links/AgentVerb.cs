namespace Genie.Benchmarks.Agents.Links;

/// <summary>What an agent can be asked.</summary>
internal enum AgentVerb
{
    /// <summary>Nothing: what a damaged message would be.</summary>
    None,

    /// <summary>Begin an enrolment: see <see cref="Enrolment.EnrolmentDesk"/>.</summary>
    Enroll,

    /// <summary>End an enrolment, with the proof that the code is known.</summary>
    Prove,

    /// <summary>Begin to measure: the link is the control link from then on, and its end ends all that was started.</summary>
    Open,

    /// <summary>Start a process: the link is its standard input and output from then on.</summary>
    Start,

    /// <summary>Say what the time is; also a sign of life.</summary>
    Clock,

    /// <summary>Say what processors and network have done by now.</summary>
    Usage,

    /// <summary>Send bytes for a time.</summary>
    Send,

    /// <summary>Take bytes until their end.</summary>
    Take,

    /// <summary>Keep a part of a file for the processes of the session, see <see cref="Serving.KeptFiles"/>.</summary>
    Keep,

    /// <summary>Say why a process ended.</summary>
    DescribeEnd,
}

/// <summary>What a process at an agent is.</summary>
internal enum AgentRole
{
    /// <summary>It sends.</summary>
    Client,

    /// <summary>It answers.</summary>
    Worker,
}
