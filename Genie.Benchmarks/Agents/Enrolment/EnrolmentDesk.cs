namespace Genie.Benchmarks.Agents.Enrolment;

/// <summary>The agent's side of enrolments: one code, good once, for a short time and a few attempts. Safe for concurrent callers.</summary>
/// <param name="clock">What the time is.</param>
internal sealed class EnrolmentDesk(TimeProvider clock)
{
    /// <summary>How long a code is good.</summary>
    public static readonly TimeSpan Lifetime = TimeSpan.FromMinutes(15);

    /// <summary>Wrong proofs after which it is not good any more.</summary>
    public const int AttemptsMax = 5;

    private readonly Lock _lock = new();
    private string? _code;
    private long _opened;
    private int _failures;

    /// <summary>Opens with a code; an earlier one is good no more.</summary>
    /// <param name="code">A code that was made elsewhere, or null for a new one.</param>
    /// <returns>The code, to be shown.</returns>
    public string Open(string? code = null)
    {
        code ??= EnrolmentCode.Create();
        lock (_lock)
        {
            (_code, _opened, _failures) = (EnrolmentCode.Normalise(code), clock.GetTimestamp(), 0);
            return code;
        }
    }

    /// <summary>Why nobody can be enrolled now; null if somebody can.</summary>
    public string? WhyClosed()
    {
        lock (_lock) return Closed();
    }

    /// <summary>Judges a controller's proof, and closes for good if it holds.</summary>
    /// <param name="proof">What both sides saw, as this side saw it.</param>
    /// <param name="given">The controller's proof.</param>
    /// <returns>The agent's own proof, or why there is none.</returns>
    public (byte[]? Proof, string? Error) Judge(EnrolmentProof proof, ReadOnlySpan<byte> given)
    {
        lock (_lock)
        {
            if (Closed() is { } closed) return (null, closed);
            if (!EnrolmentProof.AreEqual(proof.OfController(_code!), given))
            {
                _failures++;
                return (null, $"The code is wrong, or somebody stands in between. {Closed() ?? $"Attempts left: {AttemptsMax - _failures}."}");
            }

            var own = proof.OfAgent(_code!);
            _code = null;
            return (own, null);
        }
    }

    private string? Closed()
    {
        if (_code is null) return "No enrolment code is open at this agent, or it was used. Start it with --enroll for a new one.";
        if (clock.GetElapsedTime(_opened) >= Lifetime) return $"The enrolment code has expired after {Lifetime.TotalMinutes:0} minutes. Start the agent with --enroll for a new one.";
        return _failures >= AttemptsMax ? "There were too many wrong attempts; the code is good no more. Start the agent with --enroll for a new one." : null;
    }
}
