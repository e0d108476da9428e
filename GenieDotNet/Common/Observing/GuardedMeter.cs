using System.Diagnostics.Metrics;

namespace Genie.Observing;

/// <summary>A meter whose listeners cannot fail those who measure: listeners run inside of <c>Add</c>, <c>Record</c>, the creation of instruments and <c>Dispose</c>.</summary>
/// <param name="name">The meter's name.</param>
internal sealed class GuardedMeter(string name) : IDisposable
{
    private readonly Meter _meter = new(name);

    /// <summary>As <see cref="Meter.CreateCounter{T}(string, string?, string?)"/>.</summary>
    public GuardedCounter CreateCounter(string name, string? unit = null, string? description = null) =>
        new(Create(name, meter => meter.CreateCounter<long>(name, unit, description)));

    /// <summary>As <see cref="Meter.CreateUpDownCounter{T}(string, string?, string?)"/>.</summary>
    public GuardedUpDownCounter CreateUpDownCounter(string name, string? unit = null, string? description = null) =>
        new(Create(name, meter => meter.CreateUpDownCounter<long>(name, unit, description)));

    /// <summary>A histogram with these boundaries of its buckets.</summary>
    public GuardedHistogram CreateHistogram(string name, string unit, string description, params double[] boundaries) =>
        new(Create(name, meter => meter.CreateHistogram(name, unit, description, tags: null, new InstrumentAdvice<double> { HistogramBucketBoundaries = boundaries })));

    /// <summary>Creates an instrument that is read when its listeners ask.</summary>
    public void Publish(Func<Meter, Instrument> create) => Create(name, create);

    /// <inheritdoc/>
    public void Dispose()
    {
        try
        {
            _meter.Dispose();
        }
        catch (Exception error)
        {
            Observers.Failed(_meter.Name, error);
        }
    }

    private T? Create<T>(string instrument, Func<Meter, T> create)
        where T : Instrument
    {
        try
        {
            return create(_meter);
        }
        catch (Exception error)
        {
            Observers.Failed(instrument, error);
            return Find<T>(instrument);
        }
    }

    // A meter has its instrument before it tells listeners, but its creator gets none when one of them throws.
    private T? Find<T>(string instrument)
        where T : Instrument
    {
        T? found = null;
        using var finder = new MeterListener();
        finder.InstrumentPublished = (one, _) =>
        {
            if (ReferenceEquals(one.Meter, _meter) && one.Name == instrument) found = one as T;
        };
        try
        {
            finder.Start();
        }
        catch (Exception error)
        {
            Observers.Failed(instrument, error);
        }

        return found;
    }
}
