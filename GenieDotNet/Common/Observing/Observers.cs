namespace Genie.Observing;

/// <summary>
/// Calls what users hang on to be told: events and options that are delegates. What they throw changes nothing here: it goes to <see cref="ObserverEvents"/>,
/// and the others are told as well.
/// </summary>
internal static class Observers
{
    /// <summary>Calls each one.</summary>
    /// <param name="callback">A delegate of the user, or null.</param>
    /// <param name="name">What it is called where users find it, such as <c>LinkChanged</c>.</param>
    /// <param name="value">What happened.</param>
    /// <param name="log">Is told of what was thrown, besides; throws nothing. Null: nobody is.</param>
    public static void Tell<T>(Action<T>? callback, string name, T value, Action<string, Exception>? log = null)
    {
        foreach (var one in Delegate.EnumerateInvocationList(callback))
        {
            try
            {
                one(value);
            }
            catch (Exception error)
            {
                Failed(name, error);
                log?.Invoke(name, error);
            }
        }
    }

    /// <inheritdoc cref="Tell{T}"/>
    public static void Tell<T1, T2>(Action<T1, T2>? callback, string name, T1 first, T2 second, Action<string, Exception>? log = null)
    {
        foreach (var one in Delegate.EnumerateInvocationList(callback))
        {
            try
            {
                one(first, second);
            }
            catch (Exception error)
            {
                Failed(name, error);
                log?.Invoke(name, error);
            }
        }
    }

    /// <inheritdoc cref="Tell{T}"/>
    public static void Tell<T1, T2, T3>(Action<T1, T2, T3>? callback, string name, T1 first, T2 second, T3 third, Action<string, Exception>? log = null)
    {
        foreach (var one in Delegate.EnumerateInvocationList(callback))
        {
            try
            {
                one(first, second, third);
            }
            catch (Exception error)
            {
                Failed(name, error);
                log?.Invoke(name, error);
            }
        }
    }

    /// <summary>Tells that an observer threw.</summary>
    /// <param name="name">What it listened to: a callback's name, an instrument's, an activity source's.</param>
    /// <param name="error">What it threw.</param>
    public static void Failed(string name, Exception error) => ObserverEvents.Log.ObserverFailed(name, error.ToString());
}
