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
    private ActorPlace? _place;
    private int _isDisposed;

    /// <inheritdoc/>
    public ActorSession? Session => Volatile.Read(ref _place)?.Session;

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
            return await ReachAsync(new ActorPlace(ActorSession.Open(system, target, _answers!), Lose), cancellationToken).ConfigureAwait(false);
        }
        finally
        {
            _opening.Release();
        }
    }

    /// <inheritdoc/>
    public void OnUndeliverable()
    {
        if (Volatile.Read(ref _place) is not { } place) return;
        Forget(place.Session.Target);
        Lose(place);
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        if (Interlocked.Exchange(ref _isDisposed, 1) != 0) return;
        await _opening.WaitAsync().ConfigureAwait(false);
        Interlocked.Exchange(ref _place, null)?.Close();
        _opening.Dispose();
        await DisposeCoreAsync().ConfigureAwait(false);
    }

    /// <summary>Where the actor is, and the system by which it is told.</summary>
    protected abstract ValueTask<(ActorSystem System, PID Target)> FindAsync(CancellationToken cancellationToken);

    /// <summary>A message met nobody at this place.</summary>
    protected virtual void Forget(PID target)
    {
    }

    /// <summary>Why everything ends that is pending when a place is lost.</summary>
    protected abstract string LossOf(PID target);

    /// <summary>Gives up what was found by; called once.</summary>
    protected abstract ValueTask DisposeCoreAsync();

    private async Task<ActorSession> ReachAsync(ActorPlace place, CancellationToken cancellationToken)
    {
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        limit.CancelAfter(timeout);
        var isOpen = false;
        try
        {
            isOpen = await place.AnswersAsync(limit.Token).ConfigureAwait(false) && TryUse(place);
        }
        catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
        {
            // No answer in time.
        }
        finally
        {
            if (!isOpen) place.Close();
        }

        return isOpen ? place.Session : throw LostAt(place);
    }

    private bool TryUse(ActorPlace place)
    {
        Volatile.Write(ref _place, place);
        if (!place.IsLost) return true;

        // Whoever lost it before it stood there told nobody, and some may have sent since.
        Lose(place);
        return false;
    }

    private LinkLostException LostAt(ActorPlace place) => new(ProtoActorDrivers.Name, LossOf(place.Session.Target));

    private void Lose(ActorPlace place)
    {
        if (Interlocked.CompareExchange(ref _place, null, place) != place) return;
        place.Close();
        _lost?.Invoke(LostAt(place));
    }
}
