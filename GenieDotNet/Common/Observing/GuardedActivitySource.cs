using System.Diagnostics;

namespace Genie.Observing;

/// <summary>An activity source whose listeners cannot fail those who trace: they run inside of the source's creation, and of each activity's start and end.</summary>
internal sealed class GuardedActivitySource : IDisposable
{
    private readonly ActivitySource? _source;

    /// <param name="name">The source's name.</param>
    public GuardedActivitySource(string name)
    {
        try
        {
            _source = new ActivitySource(name);
        }
        catch (Exception error)
        {
            Observers.Failed(name, error);
            _source = Find(name);
        }
    }

    /// <summary>True while somebody listens.</summary>
    public bool HasListeners => _source is not null && _source.HasListeners();

    /// <summary>True for activities that this source has started.</summary>
    public bool Owns(Activity activity) => ReferenceEquals(activity.Source, _source);

    /// <summary>Starts an activity. Whoever did ends it by <see cref="GuardedActivity.Dispose"/>.</summary>
    /// <param name="name">Its name.</param>
    /// <param name="kind">Its kind.</param>
    /// <param name="parent">Its parent; the default is the current activity.</param>
    /// <param name="tags">Tags that samplers see.</param>
    /// <param name="links">Links to other activities.</param>
    /// <returns>None where nobody listens or wants it.</returns>
    public GuardedActivity StartActivity(
        string name, ActivityKind kind = ActivityKind.Internal, ActivityContext parent = default, IEnumerable<KeyValuePair<string, object?>>? tags = null, IEnumerable<ActivityLink>? links = null)
    {
        if (!HasListeners) return default;
        var before = Activity.Current;
        try
        {
            return new GuardedActivity(_source!.StartActivity(name, kind, parent, tags, links));
        }
        catch (Exception error)
        {
            Observers.Failed(name, error);

            // A listener that was told of the start threw: the activity runs, and others were told of it.
            var current = Activity.Current;
            return new GuardedActivity(ReferenceEquals(current, before) ? null : current);
        }
    }

    /// <inheritdoc/>
    public void Dispose() => _source?.Dispose();

    // A source is among those of the process before its listeners are told, but its creator gets none when one of them throws.
    private static ActivitySource? Find(string name)
    {
        ActivitySource? found = null;
        using var finder = new ActivityListener
        {
            ShouldListenTo = one =>
            {
                if (one.Name == name) found = one;
                return false;
            },
        };
        ActivitySource.AddActivityListener(finder);
        return found;
    }
}
