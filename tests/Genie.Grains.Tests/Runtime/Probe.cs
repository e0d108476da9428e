namespace Genie.Grains.Tests.Runtime;

/// <summary>A grain whose turns a test writes: a message is what to do.</summary>
internal sealed class Probe(ProbeLog log, string key) : Grain<Func<Probe, GrainCall, ValueTask<int>>, int>
{
    private int _turns;

    /// <summary>Turns of this incarnation.</summary>
    public int Handled { get; set; }

    protected override ValueTask ActivateAsync(GrainCall call)
    {
        log.Add($"activate {key}");
        return ValueTask.CompletedTask;
    }

    protected override async ValueTask<int> HandleAsync(Func<Probe, GrainCall, ValueTask<int>> message, GrainCall call)
    {
        if (Interlocked.Increment(ref _turns) != 1) log.Overlaps++;
        try
        {
            Handled++;
            return await message(this, call);
        }
        finally
        {
            Interlocked.Decrement(ref _turns);
        }
    }

    protected override ValueTask DeactivateAsync()
    {
        log.Add($"deactivate {key}");
        return ValueTask.CompletedTask;
    }
}
