namespace Genie.Brokers.Conformance.Tools;

/// <summary>Assertions that say what the contract asks for.</summary>
internal static class Expect
{
    public static void That(bool holds, string expected, string seen)
    {
        if (!holds) throw new ConformanceException(expected, seen);
    }

    public static void Equal<T>(T expected, T seen, string what) =>
        That(EqualityComparer<T>.Default.Equals(expected, seen), $"{what} {expected}", $"{seen}");

    /// <summary>The error must be of the type, or derived from it.</summary>
    public static async Task<TError> ThrowsAsync<TError>(Func<Task> action, string when)
        where TError : Exception
    {
        try
        {
            await action().ConfigureAwait(false);
        }
        catch (TError error)
        {
            return error;
        }
        catch (Exception error) when (error is not ConformanceException)
        {
            throw new ConformanceException($"{typeof(TError).Name} {when}", $"{error.GetType().Name}: {error.Message}", error);
        }

        throw new ConformanceException($"{typeof(TError).Name} {when}", "no error");
    }

    /// <summary>Waits until something becomes true; a safety net, no measurement.</summary>
    public static async Task EventuallyAsync(
        Func<bool> holds, TimeSpan timeout, string expected, Func<string> seen, CancellationToken cancellationToken)
    {
        var deadline = Environment.TickCount64 + (long)timeout.TotalMilliseconds;
        while (!holds())
        {
            if (Environment.TickCount64 > deadline) throw new ConformanceException(expected, $"{seen()} after {timeout.TotalSeconds:0} s");
            await Task.Delay(20, cancellationToken).ConfigureAwait(false);
        }
    }

    /// <summary>The task must end; whether with a result or an error is not asked.</summary>
    public static async Task EndsAsync(Task task, TimeSpan timeout, string what)
    {
        if (await Task.WhenAny(task, Task.Delay(timeout)).ConfigureAwait(false) != task)
            throw new ConformanceException($"{what} ends within {timeout.TotalSeconds:0} s", "it still pends");
    }
}
