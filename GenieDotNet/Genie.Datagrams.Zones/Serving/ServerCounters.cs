using Genie.Datagrams.Zones.Telemetry;

namespace Genie.Datagrams.Zones.Serving;

/// <summary>Counts since the server began; those who listen to the process' metrics are told as well. From any thread.</summary>
internal sealed class ServerCounters
{
    private long _handedOver;
    private long _takenOver;
    private long _zonesAcquired;
    private long _duplicates;
    private long _refused;
    private long _fenced;

    public long HandedOver => Interlocked.Read(ref _handedOver);

    public long TakenOver => Interlocked.Read(ref _takenOver);

    public long ZonesAcquired => Interlocked.Read(ref _zonesAcquired);

    public long Duplicates => Interlocked.Read(ref _duplicates);

    public long Refused => Interlocked.Read(ref _refused);

    public long Fenced => Interlocked.Read(ref _fenced);

    public void CountHandedOver()
    {
        Interlocked.Increment(ref _handedOver);
        ZoneTelemetry.CountHandover(isOut: true);
    }

    public void CountTakenOver()
    {
        Interlocked.Increment(ref _takenOver);
        ZoneTelemetry.CountHandover(isOut: false);
    }

    public void CountAcquired()
    {
        Interlocked.Increment(ref _zonesAcquired);
        ZoneTelemetry.CountAcquired();
    }

    public void CountDuplicate()
    {
        Interlocked.Increment(ref _duplicates);
        ZoneTelemetry.CountDuplicate();
    }

    public void CountRefused()
    {
        Interlocked.Increment(ref _refused);
        ZoneTelemetry.CountRefused();
    }

    public void CountFenced()
    {
        Interlocked.Increment(ref _fenced);
        ZoneTelemetry.CountFenced();
    }
}
