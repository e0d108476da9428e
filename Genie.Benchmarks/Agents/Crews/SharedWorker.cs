using Genie.Benchmarks.Load.Control;
using Genie.Benchmarks.Load.Workers;

namespace Genie.Benchmarks.Agents.Crews;

/// <summary>A worker's process that several clients ask, one after the other. Safe for concurrent callers.</summary>
internal sealed class SharedWorker : IAsyncDisposable
{
    private readonly CrewSeat _seat;
    private readonly SemaphoreSlim _turn = new(1);
    private readonly Task<string> _death;
    private TaskCompletionSource<WorkerReply>? _asked;

    /// <summary>One that was started but listens to nothing yet.</summary>
    public SharedWorker(CrewSeat seat)
    {
        _seat = seat;
        _death = ListenAsync();
    }

    /// <summary>Where it runs.</summary>
    public string Agent => _seat.Agent;

    /// <summary>Completes when it has ended, with why.</summary>
    public Task<string> Death => _death;

    /// <summary>Asks it something.</summary>
    /// <exception cref="WorkerDiedException">It has ended.</exception>
    public async Task<WorkerReply> AskAsync(WorkerRequest request)
    {
        // Never abandoned half-way: the answer would be taken for the next question's.
        await _turn.WaitAsync().ConfigureAwait(false);
        try
        {
            var asked = new TaskCompletionSource<WorkerReply>(TaskCreationOptions.RunContinuationsAsynchronously);
            Volatile.Write(ref _asked, asked);
            try
            {
                await _seat.Process.Channel.SendAsync(request, ControlJsonContext.Default.WorkerRequest, CancellationToken.None).ConfigureAwait(false);
            }
            catch (Exception error) when (error is IOException or ObjectDisposedException)
            {
                throw new WorkerDiedException(await _death.ConfigureAwait(false), error);
            }

            if (await Task.WhenAny(asked.Task, _death).ConfigureAwait(false) == asked.Task) return await asked.Task.ConfigureAwait(false);
            throw new WorkerDiedException(await _death.ConfigureAwait(false));
        }
        finally
        {
            _turn.Release();
        }
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        await _seat.Process.DisposeAsync().ConfigureAwait(false);
        await _death.ConfigureAwait(false);
    }

    private async Task<string> ListenAsync()
    {
        try
        {
            while (await _seat.Process.Channel.ReceiveAsync(ControlJsonContext.Default.WorkerReply, CancellationToken.None).ConfigureAwait(false) is { } reply)
                Volatile.Read(ref _asked)?.TrySetResult(reply);
        }
        catch (Exception error) when (error is IOException or ObjectDisposedException or InvalidOperationException)
        {
            // It has gone; why is asked next.
        }

        return await _seat.Process.DescribeEndAsync().ConfigureAwait(false);
    }
}
