using System.Collections.Concurrent;

namespace Genie.Grpc.Health;

/// <summary>Which services can serve now, for <see cref="HealthService"/>. Safe for concurrent callers.</summary>
public sealed class HealthStates
{
    /// <summary>The name of the server as a whole.</summary>
    public const string WholeServer = "";

    private readonly ConcurrentDictionary<string, bool> _serving = new(StringComparer.Ordinal) { [WholeServer] = true };
    private TaskCompletionSource _changed = new(TaskCreationOptions.RunContinuationsAsynchronously);

    /// <summary>Completes at the next change after it was read.</summary>
    internal Task Changed => Volatile.Read(ref _changed).Task;

    /// <summary>Says whether a service can serve; a new name becomes known by it.</summary>
    /// <param name="service">The service's full name, or <see cref="WholeServer"/>.</param>
    /// <param name="isServing">Whether it can.</param>
    public void Set(string service, bool isServing)
    {
        _serving[service] = isServing;
        Interlocked.Exchange(ref _changed, new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously)).SetResult();
    }

    /// <summary>Whether a service can serve; null if nobody said.</summary>
    public bool? Get(string service) => _serving.TryGetValue(service, out var isServing) ? isServing : null;
}
