using Genie.Observing;

namespace Genie.Datagrams.Zones.Serving;

/// <summary>What the parts of a zone server share.</summary>
internal sealed class ServerContext : IDisposable
{
    private readonly CancellationTokenSource _stop = new();
    private bool _isDisposed;

    public ServerContext(ZoneServerOptions options, IZoneDirectory directory, IEntityStore store, IZoneHandler handler)
    {
        (Options, Directory, Store, Handler, Stop) = (options, directory, store, handler, _stop.Token);
        Ownership = new Ownership(options, directory.LeaseTime);
        Entities = new EntityKeeper(this);
        Queue = new SerialQueue(Report, Entities.SaveChanged);
        Handovers = new Handovers(this);
    }

    public ZoneServerOptions Options { get; }

    public IZoneDirectory Directory { get; }

    public IEntityStore Store { get; }

    public IZoneHandler Handler { get; }

    public SerialQueue Queue { get; }

    public Ownership Ownership { get; }

    public EntityKeeper Entities { get; }

    public Handovers Handovers { get; }

    public ServerCounters Counters { get; } = new();

    /// <summary>Fires when the server ends.</summary>
    public CancellationToken Stop { get; }

    public void Report(Exception error)
    {
        if (error is not OperationCanceledException) Observers.Tell(Options.Failed, nameof(ZoneServerOptions.Failed), error);
    }

    /// <summary>Calls the application.</summary>
    public void Call(Action<IZoneHandler> call)
    {
        try
        {
            call(Handler);
        }
        catch (Exception error)
        {
            Report(error);
        }
    }

    public void Dispose()
    {
        if (Interlocked.Exchange(ref _isDisposed, true)) return;
        _stop.Cancel();
        _stop.Dispose();
    }
}
