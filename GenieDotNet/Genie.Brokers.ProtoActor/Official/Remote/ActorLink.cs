using Genie.Brokers.ProtoActor.Official.Sending;
using Proto;

namespace Genie.Brokers.ProtoActor.Official.Remote;

/// <summary>
/// A way to an actor of another process: found when first needed, and again after each loss. A session is open once the other
/// process has answered. So nothing is told to a link of Proto.Remote's that is ending: after the word that it is lost it takes
/// messages until it is taken away, and of some of them nobody ever hears again.
/// </summary>
/// <param name="timeout">Time for the other process to answer.</param>
internal abstract class ActorLink(TimeSpan timeout) : IActorLink
{
    private readonly SemaphoreSlim _opening = new(1, 1);
    private Func<ActorSystem, Process>? _answers;
    private Action<BrokerException>? _lost;
    private ActorLocation? _location;
    private int _isDisposed;

    /// <inheritdoc/>
    public ActorSession? Session => Volatile.Read(ref _location)?.Session;

    /// <inheritdoc/>
    public void Attach(Func<ActorSystem, Process> answers, Action<BrokerException> lost) => (_answers, _lost) = (answers, lost);

    /// <inheritdoc/>
    public async ValueTask<ActorSession> OpenSessionAsync(CancellationToken cancellationToken)
    {
        await _opening.WaitAsync(cancellationToken).ConfigureAwait(false);
        try
        {
            ObjectDisposedException.ThrowIf(_isDisposed != 0, typeof(IBrokerConnection));
            if (Session is { } open) return open;
            var (system, target) = await FindAsync(cancellationToken).ConfigureAwait(false);
            return await ReachAsync(new ActorLocation(ActorSession.Open(system, target, _answers!), Lose), cancellationToken).ConfigureAwait(false);
        }
        finally
        {
            _opening.Release();
        }
    }

    /// <inheritdoc/>
    public void OnUndeliverable()
    {
        if (Volatile.Read(ref _location) is not { } location) return;
        Unregister(location.Session.Target);
        Lose(location);
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        if (Interlocked.Exchange(ref _isDisposed, 1) != 0) return;
        await _opening.WaitAsync().ConfigureAwait(false);
        Interlocked.Exchange(ref _location, null)?.Close();
        _opening.Dispose();
        await DisposeCoreAsync().ConfigureAwait(false);
    }

    /// <summary>Where the actor is, and the system by which it is sent to.</summary>
    protected abstract ValueTask<(ActorSystem System, PID Target)> FindAsync(CancellationToken cancellationToken);

    /// <summary>A message met nobody at this location.</summary>
    protected virtual void Unregister(PID target)
    {
    }

    /// <summary>Why everything ends that is pending when a location is lost.</summary>
    protected abstract string LossOf(PID target);

    /// <summary>Gives up what was found by; called once.</summary>
    protected abstract ValueTask DisposeCoreAsync();

    private async Task<ActorSession> ReachAsync(ActorLocation location, CancellationToken cancellationToken)
    {
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        limit.CancelAfter(timeout);
        var isOpen = false;
        try
        {
            isOpen = await location.AnswersAsync(limit.Token).ConfigureAwait(false) && TryUse(location);
        }
        catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
        {
            // No answer in time.
        }
        finally
        {
            if (!isOpen) location.Close();
        }

        return isOpen ? location.Session : throw LostAt(location);
    }

    private bool TryUse(ActorLocation location)
    {
        Volatile.Write(ref _location, location);
        if (!location.IsLost) return true;

        // Whoever lost it before it stood there notified nobody, and some may have sent since.
        Lose(location);
        return false;
    }

    private LinkLostException LostAt(ActorLocation location) => new(ProtoActorDrivers.Name, LossOf(location.Session.Target));

    private void Lose(ActorLocation location)
    {
        if (Interlocked.CompareExchange(ref _location, null, location) != location) return;
        location.Close();
        _lost?.Invoke(LostAt(location));
    }
}
