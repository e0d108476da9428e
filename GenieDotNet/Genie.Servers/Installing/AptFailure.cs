namespace Genie.Servers.Installing;

/// <summary>How apt-get failed.</summary>
/// <param name="Errors">What it said.</param>
/// <param name="LockHolder">Who it waited for; empty where nobody had the lock.</param>
internal sealed record AptFailure(string Errors, string LockHolder)
{
    // Of dpkg's own lock and of a directory's, as that of downloaded packages.
    private static readonly string[] LockDenied = ["Unable to acquire", "Unable to lock"];

    /// <summary>True if nothing was tried, since another program had the lock all the time.</summary>
    public bool IsLocked => LockDenied.Any(denied => Errors.Contains(denied, StringComparison.Ordinal));
}
