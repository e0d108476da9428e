using System.Diagnostics.Tracing;

namespace Genie.Observing;

/// <summary>
/// Exceptions of those who observe this library: of its callbacks, of listeners to its meter and to its activity source. The event source's name is the assembly's and
/// <c>.Observers</c>, such as <c>Genie.Brokers.Observers</c>.
/// </summary>
internal sealed class ObserverEvents : EventSource
{
    private ObserverEvents()
        : base($"{typeof(ObserverEvents).Assembly.GetName().Name}.Observers")
    {
    }

    /// <summary>The library's one.</summary>
    public static ObserverEvents Log { get; } = new();

    /// <summary>An observer threw; what it was told of goes on as if it had not.</summary>
    [Event(1, Level = EventLevel.Error, Message = "an observer of {0} threw: {1}")]
    public void ObserverFailed(string observed, string error)
    {
        if (IsEnabled()) WriteEvent(1, observed, error);
    }
}
