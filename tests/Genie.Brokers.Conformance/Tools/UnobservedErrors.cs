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
        _errors.Enqueue(arguments.Exception.GetBaseException());
        arguments.SetObserved();
    }
}
