using System.Buffers;

namespace Genie.Benchmarks.Load.Ladders.Levels.Sides;

/// <summary>Where the next answer of a link without correlation arrives: there is one request under way at a time.</summary>
internal sealed class AnswerSlot
{
    private volatile TaskCompletionSource<byte[]> _next = Create();

    /// <summary>Begins to wait for one; await it after the request is sent.</summary>
    public Task<byte[]> Expect()
    {
        if (!_next.Task.IsFaulted) _next = Create();
        return _next.Task;
    }

    /// <summary>One is here.</summary>
    public void Take(ReadOnlySpan<byte> answer) => _next.TrySetResult(answer.ToArray());

    /// <summary>None will come any more.</summary>
    public void Fail(string reason)
    {
        var error = new IOException($"The link has ended: {reason}.");
        if (_next.TrySetException(error)) return;
        var next = Create();
        next.SetException(error);
        _next = next;
    }

    /// <summary>Writes the one that was expected.</summary>
    public static async ValueTask WriteAsync(Task<byte[]> expected, IBufferWriter<byte> answer, CancellationToken cancellationToken) =>
        answer.Write(await expected.WaitAsync(cancellationToken).ConfigureAwait(false));

    private static TaskCompletionSource<byte[]> Create() => new(TaskCreationOptions.RunContinuationsAsynchronously);
}
