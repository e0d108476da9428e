using Microsoft.Extensions.Logging;

namespace Genie.Observing;

/// <summary>Calls users' callbacks where there is a logger: it is told of what they throw.</summary>
internal static partial class ObserverLog
{
    /// <inheritdoc cref="Observers.Tell{T}"/>
    public static void Tell<T>(this GuardedLogger logger, Action<T>? callback, string name, T value) =>
        Observers.Tell(callback, name, value, (observed, error) => CallbackThrew(logger, observed, error));

    /// <inheritdoc cref="Observers.Tell{T}"/>
    public static void Tell<T1, T2>(this GuardedLogger logger, Action<T1, T2>? callback, string name, T1 first, T2 second) =>
        Observers.Tell(callback, name, first, second, (observed, error) => CallbackThrew(logger, observed, error));

    /// <inheritdoc cref="Observers.Tell{T}"/>
    public static void Tell<T1, T2, T3>(this GuardedLogger logger, Action<T1, T2, T3>? callback, string name, T1 first, T2 second, T3 third) =>
        Observers.Tell(callback, name, first, second, third, (observed, error) => CallbackThrew(logger, observed, error));

    [LoggerMessage(LogLevel.Error, "The application's callback {Callback} threw. What it was told of goes on.")]
    private static partial void CallbackThrew(ILogger logger, string callback, Exception error);
}
