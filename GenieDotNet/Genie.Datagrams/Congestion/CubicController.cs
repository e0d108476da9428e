namespace Genie.Datagrams.Congestion;

/// <summary>CUBIC (RFC 9438) over slow start (RFC 5681), counting bytes. The comments name sections of RFC 9438.</summary>
internal sealed class CubicController
{
    private const double C = 0.4;
    private const double Beta = 0.7;
    private const double RenoAlpha = 3 * (1 - Beta) / (1 + Beta);
    private const int InitialSegments = 10;
    private const int MinSegments = 2;
    private const double MicrosecondsASecond = 1e6;

    private readonly long _maxWindowBytes;
    private double _segmentBytes;
    private double _window;
    private double _threshold = double.PositiveInfinity;
    private double _maxWindow;
    private double _priorWindow;
    private double _renoWindow;
    private double _k;
    private long _epochStart;
    private long _recoveryStart = long.MinValue;
    private (double Window, double Threshold, double Max, double Prior, double Reno, double K, long Epoch) _beforeLoss;

    public CubicController(int segmentBytes, long maxWindowBytes)
    {
        _segmentBytes = segmentBytes;
        _maxWindowBytes = maxWindowBytes;
        _window = InitialSegments * segmentBytes;
    }

    /// <summary>Bytes that may be under way.</summary>
    public long WindowBytes => (long)_window;

    public bool IsSlowStart => _window < _threshold;

    /// <summary>The path carries larger datagrams, or smaller ones.</summary>
    public void SetSegmentBytes(int bytes)
    {
        _segmentBytes = bytes;
        _window = Math.Max(_window, MinSegments * _segmentBytes);
    }

    /// <summary>A packet was acknowledged.</summary>
    /// <param name="bytes">Its size.</param>
    /// <param name="sentAt">When it was sent, microseconds.</param>
    /// <param name="now">The time, microseconds.</param>
    /// <param name="roundTrip">The smoothed round-trip time, microseconds.</param>
    /// <param name="wasLimited">False if the window was not full then: it does not grow unused (section 5.8).</param>
    public void OnAcknowledged(int bytes, long sentAt, long now, long roundTrip, bool wasLimited)
    {
        if (sentAt <= _recoveryStart || !wasLimited) return;
        if (IsSlowStart)
        {
            _window = Math.Min(_window + bytes, _maxWindowBytes);
            return;
        }

        if (_epochStart == 0) StartEpoch(now);
        var acknowledged = bytes / _segmentBytes;
        var window = _window / _segmentBytes;
        var target = Math.Clamp(Cubic(now - _epochStart + roundTrip), window, 1.5 * window);

        // Section 4.3: as much as Reno would have had, with its pace after the window before the loss is reached again.
        _renoWindow += (_renoWindow < _priorWindow ? RenoAlpha : 1) * acknowledged / window;
        var next = Cubic(now - _epochStart) < _renoWindow ? Math.Max(window, _renoWindow) : window + ((target - window) / window * acknowledged);
        _window = Math.Min(next * _segmentBytes, _maxWindowBytes);
    }

    /// <summary>A packet was lost. Losses of one round trip count once (section 4.6).</summary>
    public void OnLost(long sentAt, long now)
    {
        if (sentAt <= _recoveryStart) return;
        _beforeLoss = (_window, _threshold, _maxWindow, _priorWindow, _renoWindow, _k, _epochStart);
        _recoveryStart = now;
        _priorWindow = _window / _segmentBytes;

        // Section 4.7: leave room for newcomers while the window shrinks from loss to loss.
        _maxWindow = _priorWindow < _maxWindow ? _priorWindow * (1 + Beta) / 2 : _priorWindow;
        _threshold = Math.Max(_window * Beta, MinSegments * _segmentBytes);
        _window = _threshold;
        _epochStart = 0;
    }

    /// <summary>The packet that the last reduction was for was not lost (section 4.9.2).</summary>
    public void OnSpuriousLoss(long sentAt)
    {
        if (sentAt > _recoveryStart || _beforeLoss.Window <= _window) return;
        (_window, _threshold, _maxWindow, _priorWindow, _renoWindow, _k, _epochStart) = _beforeLoss;
    }

    /// <summary>Several timeouts in a row: start over from the least window (section 4.8; RFC 9002, section 7.6).</summary>
    public void OnTimeouts(long now)
    {
        OnLost(now, now);
        _window = MinSegments * _segmentBytes;
        _beforeLoss.Window = 0;
    }

    /// <summary>Another path: nothing is known of it.</summary>
    public void Reset(int segmentBytes)
    {
        _segmentBytes = segmentBytes;
        _window = InitialSegments * segmentBytes;
        _threshold = double.PositiveInfinity;
        (_maxWindow, _priorWindow, _renoWindow, _k, _epochStart, _recoveryStart) = (0, 0, 0, 0, 0, long.MinValue);
    }

    private void StartEpoch(long now)
    {
        _epochStart = now;
        var window = _window / _segmentBytes;
        _maxWindow = Math.Max(_maxWindow, window);
        _k = Math.Cbrt((_maxWindow - window) / C);
        _renoWindow = window;
    }

    private double Cubic(long microseconds)
    {
        var t = (microseconds / MicrosecondsASecond) - _k;
        return (C * t * t * t) + _maxWindow;
    }
}
