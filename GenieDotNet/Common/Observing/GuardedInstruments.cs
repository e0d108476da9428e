using System.Diagnostics;
using System.Diagnostics.Metrics;
using Tag = System.Collections.Generic.KeyValuePair<string, object?>;

namespace Genie.Observing;

/// <summary>A counter whose listeners cannot fail those who count.</summary>
internal readonly struct GuardedCounter(Counter<long>? counter)
{
    /// <summary>True while somebody listens.</summary>
    public bool Enabled => counter is { Enabled: true };

    /// <inheritdoc cref="Counter{T}.Add(T)"/>
    public void Add(long delta, params ReadOnlySpan<Tag> tags)
    {
        if (counter is not { Enabled: true }) return;
        try
        {
            counter.Add(delta, tags);
        }
        catch (Exception error)
        {
            Observers.Failed(counter.Name, error);
        }
    }

    /// <inheritdoc cref="Counter{T}.Add(T, in TagList)"/>
    public void Add(long delta, in TagList tags)
    {
        if (counter is not { Enabled: true }) return;
        try
        {
            counter.Add(delta, tags);
        }
        catch (Exception error)
        {
            Observers.Failed(counter.Name, error);
        }
    }
}

/// <summary>A counter that falls, too, whose listeners cannot fail those who count.</summary>
internal readonly struct GuardedUpDownCounter(UpDownCounter<long>? counter)
{
    /// <summary>True while somebody listens.</summary>
    public bool Enabled => counter is { Enabled: true };

    /// <inheritdoc cref="UpDownCounter{T}.Add(T)"/>
    public void Add(long delta, params ReadOnlySpan<Tag> tags)
    {
        if (counter is not { Enabled: true }) return;
        try
        {
            counter.Add(delta, tags);
        }
        catch (Exception error)
        {
            Observers.Failed(counter.Name, error);
        }
    }
}

/// <summary>A histogram whose listeners cannot fail those who record.</summary>
internal readonly struct GuardedHistogram(Histogram<double>? histogram)
{
    /// <summary>True while somebody listens.</summary>
    public bool Enabled => histogram is { Enabled: true };

    /// <inheritdoc cref="Histogram{T}.Record(T)"/>
    public void Record(double value, params ReadOnlySpan<Tag> tags)
    {
        if (histogram is not { Enabled: true }) return;
        try
        {
            histogram.Record(value, tags);
        }
        catch (Exception error)
        {
            Observers.Failed(histogram.Name, error);
        }
    }

    /// <inheritdoc cref="Histogram{T}.Record(T, in TagList)"/>
    public void Record(double value, in TagList tags)
    {
        if (histogram is not { Enabled: true }) return;
        try
        {
            histogram.Record(value, tags);
        }
        catch (Exception error)
        {
            Observers.Failed(histogram.Name, error);
        }
    }
}
