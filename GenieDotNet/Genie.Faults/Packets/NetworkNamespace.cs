using System.Collections.Concurrent;

namespace Genie.Faults;

/// <summary>
/// A Linux network namespace without a name: a thread of this process has it, and the processes that this thread starts. When they have ended, however that happened, the kernel
/// removes it with all that is in it; nothing is left behind, and two programs cannot meet in one.
/// </summary>
public sealed class NetworkNamespace : IDisposable
{
    private readonly BlockingCollection<Action> _work = [];
    private readonly Thread _thread;

    private NetworkNamespace()
    {
        _thread = new Thread(Work) { IsBackground = true, Name = "network namespace" };
        _thread.Start();
    }

    /// <summary>Makes one; its loopback device is up.</summary>
    /// <exception cref="IOException">It cannot be made: not as this user, or not on this system.</exception>
    public static NetworkNamespace Create()
    {
        if (!OperatingSystem.IsLinux()) throw new IOException("network namespaces are Linux'");
        var made = new NetworkNamespace();
        try
        {
            made.Run(static () =>
            {
                LinuxNetwork.Unshare();
                LinuxNetwork.BringUpLoopback();
                return true;
            });
            return made;
        }
        catch
        {
            made.Dispose();
            throw;
        }
    }

    /// <summary>Does something on the thread of the namespace: sockets that are opened there are in it, and so are processes that are started there.</summary>
    /// <param name="work">What; it must not await anything, which would go on on another thread.</param>
    public T Run<T>(Func<T> work)
    {
        var done = new TaskCompletionSource<T>(TaskCreationOptions.RunContinuationsAsynchronously);
        _work.Add(() =>
        {
            try
            {
                done.SetResult(work());
            }
            catch (Exception error)
            {
                done.SetException(error);
            }
        });
        return done.Task.GetAwaiter().GetResult();
    }

    /// <summary>Ends the thread; the namespace lasts as long as processes that were started in it.</summary>
    public void Dispose()
    {
        if (_work.IsAddingCompleted) return;
        _work.CompleteAdding();
        _thread.Join();
        _work.Dispose();
    }

    private void Work()
    {
        foreach (var work in _work.GetConsumingEnumerable()) work();
    }
}
