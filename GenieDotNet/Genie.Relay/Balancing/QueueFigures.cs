namespace Genie.Relay.Balancing;

/// <summary>How calls waited since the last time this was asked for.</summary>
/// <param name="Waited">Calls that had to wait, and do so no longer.</param>
/// <param name="TotalWait">How long altogether.</param>
/// <param name="OldestWait">How long the first of those that still wait has done so.</param>
/// <param name="FreeSlotsMin">The fewest calls that could have been given to a worker at once.</param>
internal readonly record struct QueueFigures(int Waited, TimeSpan TotalWait, TimeSpan OldestWait, int FreeSlotsMin)
{
    /// <summary>The longer of the mean wait and the oldest.</summary>
    public TimeSpan Pressure => Waited == 0 || TotalWait / Waited < OldestWait ? OldestWait : TotalWait / Waited;
}
