namespace Genie.Extensions.Genius.Streams.Backfills;

/// <summary>A definition that is backfilled, and how far it is.</summary>
internal sealed class BackfillTarget(IBackfilledStreams streams, BackfillGate gate)
{
    private long _position;

    public IBackfilledStreams Streams => streams;

    public BackfillGate Gate => gate;

    /// <summary>The position in the store up to which events are in.</summary>
    public long Position
    {
        get => Interlocked.Read(ref _position);
        set => Interlocked.Exchange(ref _position, value);
    }

    public BackfillStatus Status => new(BackfillGate.KindOf(streams), streams.Name, streams.Version, Position, gate.IsLive);
}
