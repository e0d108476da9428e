using System.Diagnostics;

namespace Genie.Observing;

/// <summary>An activity, or none, whose end cannot fail.</summary>
/// <param name="activity">The activity, or null.</param>
internal readonly struct GuardedActivity(Activity? activity) : IDisposable
{
    /// <summary>The activity itself, for its context and status; null where nobody wants it.</summary>
    public Activity? Value => activity;

    /// <inheritdoc cref="Activity.SetTag"/>
    public GuardedActivity SetTag(string key, object? value)
    {
        activity?.SetTag(key, value);
        return this;
    }

    /// <summary>Ends it.</summary>
    public void Dispose()
    {
        if (activity is null) return;
        try
        {
            activity.Dispose();
        }
        catch (Exception error)
        {
            Observers.Failed(activity.OperationName, error);
            Leave(activity);
        }
    }

    // The end of an activity tells listeners first, and makes its parent the current one then.
    private static void Leave(Activity ended)
    {
        try
        {
            if (ReferenceEquals(Activity.Current, ended)) Activity.Current = ended.Parent;
        }
        catch (Exception error)
        {
            Observers.Failed(ended.OperationName, error);
        }
    }
}
