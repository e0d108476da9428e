using System.Collections.Concurrent;

namespace Genie.Brokers.Conformance.Tools;

/// <summary>Collects the errors of tasks that nobody awaited.</summary>
internal sealed class UnobservedErrors : IDisposable
{
    private readonly ConcurrentQueue<Exception> _errors = new();

    public UnobservedErrors()
    {
        // What earlier code left behind is reported now, to nobody.
        Collect();
        TaskScheduler.UnobservedTaskException += OnUnobserved;
    }

    public void ExpectNone()
    {
        Collect();
        Expect.That(_errors.IsEmpty, "no task's error goes unobserved", string.Join("; ", _errors.Take(3).Select(error => error.ToString())));
    }

    public void Dispose() => TaskScheduler.UnobservedTaskException -= OnUnobserved;

    private static void Collect()
    {
        for (var i = 0; i < 3; i++)
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }
    }

    private void OnUnobserved(object? sender, UnobservedTaskExceptionEventArgs arguments)
    {
        var error = arguments.Exception.GetBaseException();
        if (!IsOfOrleans(error)) _errors.Enqueue(error);
        arguments.SetObserved();
    }

    // Whenever a silo or a client is disposed of, Orleans (10.4) completes with it what nobody can await; it is never thrown.
    private static bool IsOfOrleans(Exception error) => error is ObjectDisposedException { ObjectName: "This instance has been disposed", StackTrace: null };
}
