using Genie.Brokers.ProtoActor.Official.Sending;
using Proto;
using Proto.Remote;

namespace Genie.Brokers.ProtoActor.Official.Remote;

/// <summary>Where an actor of another process is, until Proto.Remote's link to that process is lost.</summary>
internal sealed class ActorLocation
{
    // Enough for an answer on a machine nearby; asked again with twice the timeout, as what a link takes that is ending may never be answered.
    private static readonly TimeSpan FirstTimeout = TimeSpan.FromMilliseconds(250);

    private readonly TaskCompletionSource _lost = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly EventStreamSubscription<object> _ending;

    /// <param name="session">What is sent with.</param>
    /// <param name="lost">Told at most once, perhaps before this constructor has returned.</param>
    public ActorLocation(ActorSession session, Action<ActorLocation> lost)
    {
        Session = session;
        _ending = session.System.EventStream.Subscribe<EndpointTerminatedEvent>(ended =>
        {
            if (ended.Address == session.Target.Address && _lost.TrySetResult()) lost(this);
        });
    }

    /// <summary>What is sent with.</summary>
    public ActorSession Session { get; }

    /// <summary>True once the link is lost.</summary>
    public bool IsLost => _lost.Task.IsCompleted;

    /// <summary>True when the other process answers, false when the link to it is lost before.</summary>
    public async Task<bool> AnswersAsync(CancellationToken cancellationToken)
    {
        for (var timeout = FirstTimeout; !IsLost; timeout *= 2)
        {
            using var attempt = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
            attempt.CancelAfter(timeout);
            var touching = TouchAsync(attempt.Token);
            await Task.WhenAny(touching, _lost.Task).ConfigureAwait(false);
            await attempt.CancelAsync().ConfigureAwait(false);
            if (await touching.ConfigureAwait(false)) return true;
            cancellationToken.ThrowIfCancellationRequested();
        }

        return false;
    }

    /// <summary>Takes no more answers.</summary>
    public void Close()
    {
        Session.System.EventStream.Unsubscribe(_ending);
        Session.Close();
    }

    // Each process that can be reached has this actor, and every actor answers a touch by itself.
    private async Task<bool> TouchAsync(CancellationToken cancellationToken)
    {
        var process = PID.FromAddress(Session.Target.Address, EndpointManager.ActivatorActorName);
        try
        {
            await Session.System.Root.RequestAsync<Touched>(process, new Touch(), cancellationToken).ConfigureAwait(false);
            return true;
        }
        catch (Exception error) when (error is OperationCanceledException or TimeoutException)
        {
            return false;
        }
        catch (Exception error) when (error is DeadLetterException or ObjectDisposedException)
        {
            // The link took it at its very end.
            _lost.TrySetResult();
            return false;
        }
    }
}
