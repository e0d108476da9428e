namespace Genie.Brokers.Conformance;

/// <summary>One sentence of the broker contract, tested against a driver and its server.</summary>
public abstract class ConformanceCheck
{
    /// <summary>The name in the command line and in test output: <c>round-trip-empty</c>.</summary>
    public abstract string Name { get; }

    /// <summary>What a driver must do to pass, in one sentence.</summary>
    public abstract string Description { get; }

    /// <summary>True for a check that watches the whole process, ends or halts the server, or compares waiting times: nothing else may run beside it.</summary>
    public virtual bool RunsAlone => false;

    /// <summary>What can change its outcome.</summary>
    public virtual ConformanceScope Scope => ConformanceScope.Server;

    /// <summary>Runs the check on channels of its own, which it removes.</summary>
    /// <exception cref="ConformanceException">The driver breaks the contract.</exception>
    /// <exception cref="CheckNotApplicableException">The subject lacks what the check is about.</exception>
    public abstract Task RunAsync(ConformanceSubject subject, CancellationToken cancellationToken);
}
