namespace Genie.Benchmarks.Commands;

/// <summary>The end of standard input: a pipe ends with the program at its other end, however that does.</summary>
internal static class EndOfInput
{
    /// <summary>Completes with it, or when it is cancelled.</summary>
    public static Task WaitAsync(CommandStreams streams, CancellationToken cancellationToken)
    {
        var input = streams.OpenInput();
        var buffer = new byte[256];

        // A read of a pipe cannot be cancelled: it is left behind, on a thread that nothing else waits for.
        var read = Task.Factory.StartNew(() => { while (input.Read(buffer) > 0) { } }, CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default);
        return Task.WhenAny(read, Task.Delay(Timeout.Infinite, cancellationToken));
    }
}
