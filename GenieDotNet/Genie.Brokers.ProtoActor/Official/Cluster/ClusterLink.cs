using Genie.Brokers.ProtoActor.Official.Sending;
using Proto;
using Proto.Cluster;
using Proto.Remote;

namespace Genie.Brokers.ProtoActor.Official.Cluster;

/// <summary>A connection's way to the grain of its stream; looked up when first needed, and again when a message met nobody.</summary>
/// <param name="client">The process's client of the cluster.</param>
/// <param name="grain">The stream's grain.</param>
/// <param name="disposed">Called once at the end.</param>
internal sealed class ClusterLink(ClusterClient client, ClusterIdentity grain, Func<ValueTask> disposed) : IActorLink
{
    private readonly SemaphoreSlim _opening = new(1, 1);
    private Func<ActorSystem, Process>? _answers;
    private Action<BrokerException>? _lost;
    private Place? _place;
    private int _isDisposed;

    public ActorSession? Session => Volatile.Read(ref _place)?.Session;

    public void Attach(Func<ActorSystem, Process> answers, Action<BrokerException> lost) => (_answers, _lost) = (answers, lost);

    public async ValueTask<ActorSession> OpenSessionAsync(CancellationToken cancellationToken)
    {
        await _opening.WaitAsync(cancellationToken).ConfigureAwait(false);
        try
        {
            ObjectDisposedException.ThrowIf(_isDisposed != 0, typeof(IBrokerConnection));
            if (Session is { } open) return open;
            var (node, target) = await client.FindAsync(grain, cancellationToken).ConfigureAwait(false);
            var session = ActorSession.Open(node.System, target, _answers!);
            var ending = node.System.EventStream.Subscribe<EndpointTerminatedEvent>(ended =>
            {
                if (ended.Address == target.Address) Lose(forget: false);
            });
            Volatile.Write(ref _place, new Place(node, session, ending));
            return session;
        }
        finally
        {
            _opening.Release();
        }
    }

    public void OnUndeliverable() => Lose(forget: true);

    public async ValueTask DisposeAsync()
    {
        if (Interlocked.Exchange(ref _isDisposed, 1) != 0) return;
        await _opening.WaitAsync().ConfigureAwait(false);
        Interlocked.Exchange(ref _place, null)?.Close();
        _opening.Dispose();
        await disposed().ConfigureAwait(false);
    }

    private void Lose(bool forget)
    {
        if (Interlocked.Exchange(ref _place, null) is not { } place) return;
        place.Close();
        if (forget) _ = place.Node.ForgetAsync(grain, place.Session.Target);
        _lost?.Invoke(new LinkLostException(ProtoActorDrivers.Name, $"the member at {place.Session.Target.Address} is gone, or the grain is elsewhere by now"));
    }

    private sealed record Place(ClusterNode Node, ActorSession Session, EventStreamSubscription<object> Ending)
    {
        public void Close()
        {
            Node.System.EventStream.Unsubscribe(Ending);
            Session.Close();
        }
    }
}
