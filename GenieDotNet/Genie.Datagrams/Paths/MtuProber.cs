using Genie.Datagrams.Protocol;

namespace Genie.Datagrams.Paths;

/// <summary>Finds the largest datagram that the path carries by probes that may be lost (RFC 8899): a binary search from the base size.</summary>
internal sealed class MtuProber(int limit)
{
    private const int MaxProbes = 3;
    private const int Precision = 16;
    private const int BlackHoleLosses = 6;
    private const long RaiseIntervalMicroseconds = 600_000_000;

    private int _limit = limit;
    private int _tooLarge = limit + 1;
    private int _probes;
    private int _largeLosses;
    private bool _isUnderWay;
    private long _nextAt;

    /// <summary>The largest size that is known to arrive.</summary>
    public int Current { get; private set; } = Math.Min(PacketFormat.BaseDatagramBytes, limit);

    /// <summary>When the next probe may be sent, or <see cref="long.MaxValue"/>.</summary>
    public long NextAt => _isUnderWay ? long.MaxValue : _nextAt;

    /// <summary>The size to probe now, or 0.</summary>
    public int TryStartProbe(long now)
    {
        if (_isUnderWay || now < _nextAt) return 0;
        if (IsDone)
        {
            // Section 5.2: a path may get better; asked again every ten minutes.
            (_tooLarge, _probes) = (_limit + 1, 0);
            if (IsDone)
            {
                _nextAt = now + RaiseIntervalMicroseconds;
                return 0;
            }
        }

        _isUnderWay = true;
        return Size;
    }

    public void OnAcknowledged(int bytes, long now)
    {
        _isUnderWay = false;
        _probes = 0;
        Current = Math.Clamp(bytes, Current, _limit);
        Schedule(now);
    }

    public void OnLost(long now)
    {
        _isUnderWay = false;
        if (++_probes >= MaxProbes) (_tooLarge, _probes) = (Size, 0);
        Schedule(now);
    }

    /// <summary>The operating system refuses the size.</summary>
    public void OnRefused(long now)
    {
        _probes = MaxProbes;
        OnLost(now);
    }

    /// <summary>A packet that was no probe has arrived.</summary>
    public void OnPacketAcknowledged(int bytes)
    {
        if (bytes > PacketFormat.BaseDatagramBytes) _largeLosses = 0;
    }

    /// <summary>A packet that was no probe was lost. Several above the base size, and none that arrived: the path has become smaller (section 4.3).</summary>
    /// <returns>True if the size was reduced.</returns>
    public bool OnPacketLost(int bytes, long now)
    {
        if (bytes <= PacketFormat.BaseDatagramBytes || ++_largeLosses < BlackHoleLosses) return false;
        Reset(now);
        return true;
    }

    /// <summary>Starts over, as on another path.</summary>
    public void Reset(long now)
    {
        Current = Math.Min(PacketFormat.BaseDatagramBytes, _limit);
        (_tooLarge, _probes, _largeLosses, _isUnderWay, _nextAt) = (_limit + 1, 0, 0, false, now);
    }

    /// <summary>The other side takes no larger datagrams.</summary>
    public void SetLimit(int bytes)
    {
        _limit = Math.Min(_limit, bytes);
        _tooLarge = Math.Min(_tooLarge, _limit + 1);
        Current = Math.Min(Current, _limit);
    }

    private bool IsDone => Current >= _limit || (_tooLarge <= _limit && _tooLarge - Current <= Precision);

    /// <summary>The limit first, as most paths carry it, then the middle.</summary>
    private int Size => _tooLarge > _limit ? _limit : (Current + _tooLarge) / 2;

    private void Schedule(long now) => _nextAt = IsDone ? now + RaiseIntervalMicroseconds : now;
}
