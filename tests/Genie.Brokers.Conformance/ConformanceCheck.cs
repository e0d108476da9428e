namespace Genie.Brokers.Conformance;

/// <summary>One sentence of the broker contract, tested against a driver and its server.</summary>
public abstract class ConformanceCheck
{
    /// <summary>The name in the command line and in test output: <c>round-trip-empty</c>.</summary>
    public abstract string Name { get; }

    /// <summary>What a driver must do to pass, in one sentence.</summary>
    public abstract string Description { get; }

    /// <summary>Runs the check on channels of its own, which it removes.</summary>
    /// <exception cref="ConformanceException">The driver breaks the contract.</exception>
    /// <exception cref="CheckNotApplicableException">The subject lacks what the check is about.</exception>
    public abstract Task RunAsync(ConformanceSubject subject, CancellationToken cancellationToken);
}
