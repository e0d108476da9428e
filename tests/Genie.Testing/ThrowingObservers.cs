using System.Diagnostics;
using System.Diagnostics.Metrics;

namespace Genie.Testing;

/// <summary>
/// Listens to a meter and to the activity source of its name, and throws out of every measurement, and of starts and ends of activities, that whoever created this brings about. What others do in the
/// process at the same time is left alone: a listener that throws hides the measurement from those behind it.
/// </summary>
internal sealed class ThrowingObservers : IDisposable
{
    private static readonly AsyncLocal<ThrowingObservers?> Flow = new();

    private readonly MeterListener _meters = new();
    private readonly ActivityListener _activities = new();
    private readonly bool _isEverywhere;
    private int _thrown;

    /// <param name="name">The meter's name, and the activity source's.</param>
    /// <param name="everywhere">Throws whoever brought it about: for tests that are alone in their process, of servers whose threads know nothing of their creator.</param>
    public ThrowingObservers(string name, bool everywhere = false)
    {
        Flow.Value = this;
        _isEverywhere = everywhere;
        _meters.InstrumentPublished = (instrument, self) =>
        {
            if (instrument.Meter.Name == name) self.EnableMeasurementEvents(instrument);
        };
        _meters.SetMeasurementEventCallback<long>((_, _, _, _) => Throw());
        _meters.SetMeasurementEventCallback<double>((_, _, _, _) => Throw());
        _meters.Start();
        _activities.ShouldListenTo = source => source.Name == name;
        _activities.Sample = SampleOwn;
        _activities.ActivityStarted = _ => Throw();
        _activities.ActivityStopped = _ => Throw();
        ActivitySource.AddActivityListener(_activities);
    }

    /// <summary>How often it has thrown.</summary>
    public int Thrown => Volatile.Read(ref _thrown);

    private bool IsOwn => _isEverywhere || Flow.Value == this;

    /// <inheritdoc/>
    public void Dispose()
    {
        _meters.Dispose();
        _activities.Dispose();
    }

    private ActivitySamplingResult SampleOwn(ref ActivityCreationOptions<ActivityContext> options)
    {
        if (!IsOwn) return ActivitySamplingResult.None;

        // By turns an activity that starts, and none because the sampler threw.
        if ((Thrown & 1) == 1) Throw();
        return ActivitySamplingResult.AllData;
    }

    private void Throw()
    {
        if (!IsOwn) return;
        Interlocked.Increment(ref _thrown);
        throw new InvalidOperationException("An observer threw.");
    }
}
