using System.Diagnostics.CodeAnalysis;

namespace Genie.Datagrams.Rpc.Calling;

/// <summary>
/// The calls of a connection that have no answer yet. A request's number is its slot and a generation, so that a late answer never reaches the slot's next call; the
/// slots are the bound of calls in flight.
/// </summary>
[SuppressMessage("Design", "CA1001", Justification = "The timer goes with the connection's end, which always comes, and of which nobody disposes.")]
internal sealed class PendingCalls(RpcConnection connection)
{
    private const int SlotBits = 16;

    // Timers take no more than some weeks.
    private static readonly TimeSpan LongestWait = TimeSpan.FromDays(1);

    private readonly Lock _gate = new();
    private readonly List<PendingCall?> _slots = [];
    private readonly List<ushort> _generations = [];
    private readonly Stack<int> _free = new();
    private ITimer? _timer;
    private long _nextDue = long.MaxValue;
    private int _count;
    private bool _isEnded;

    public int Count => Volatile.Read(ref _count);

    /// <summary>Takes a call into the table.</summary>
    /// <param name="call">The call.</param>
    /// <param name="isEnded">True if it was not taken as the connection has ended; false if there is no room.</param>
    public bool TryAdd(PendingCall call, out bool isEnded)
    {
        lock (_gate)
        {
            isEnded = _isEnded;
            if (isEnded || _count == connection.Options.MaxCallsInFlight) return false;
            if (!_free.TryPop(out var slot))
            {
                slot = _slots.Count;
                _slots.Add(null);
                _generations.Add(0);
            }

            _slots[slot] = call;
            _count++;
            call.Id = (uint)slot | ((uint)_generations[slot] << SlotBits);
            call.Deadline = DeadlineOf(call.Timeout);
            if (call.Deadline < _nextDue) Arm(call.Deadline);
            return true;
        }
    }

    /// <summary>Takes a call out by its number: who gets it ends it.</summary>
    public bool TryTake(uint id, [MaybeNullWhen(false)] out PendingCall call)
    {
        lock (_gate)
        {
            var slot = (int)(id & ((1 << SlotBits) - 1));
            call = slot < _slots.Count && _generations[slot] == id >> SlotBits ? _slots[slot] : null;
            if (call is not null) Free(slot);
            return call is not null;
        }
    }

    /// <summary>Takes a call out that may be gone, or not be there yet.</summary>
    public bool TryTake(PendingCall call, out uint id)
    {
        lock (_gate)
        {
            id = call.Id;
            var slot = (int)(id & ((1 << SlotBits) - 1));
            if (slot >= _slots.Count || _slots[slot] != call) return false;
            Free(slot);
            return true;
        }
    }

    /// <summary>Ends all calls, and takes none any more.</summary>
    public void FailAll(Func<RpcException> error)
    {
        List<PendingCall> calls;
        lock (_gate)
        {
            _isEnded = true;
            calls = [.. _slots.OfType<PendingCall>()];
            _slots.Clear();
            _generations.Clear();
            _free.Clear();
            _count = 0;
            _timer?.Dispose();
        }

        foreach (var call in calls) call.Fail(error());
    }

    private void Free(int slot)
    {
        _slots[slot] = null;
        _generations[slot]++;
        _free.Push(slot);
        _count--;
    }

    private long DeadlineOf(TimeSpan timeout)
    {
        if (timeout == Timeout.InfiniteTimeSpan) return long.MaxValue;
        var time = connection.Options.Time;
        return time.GetTimestamp() + (long)Math.Ceiling(timeout.TotalSeconds * time.TimestampFrequency);
    }

    private void Arm(long deadline)
    {
        _nextDue = deadline;
        var time = connection.Options.Time;
        if (_timer is null)
        {
            // The caller's context is none of the timer's, which lives as long as the connection.
            var isSuppressed = ExecutionContext.IsFlowSuppressed();
            if (!isSuppressed) ExecutionContext.SuppressFlow();
            _timer = time.CreateTimer(static state => ((PendingCalls)state!).OnTimer(), this, Timeout.InfiniteTimeSpan, Timeout.InfiniteTimeSpan);
            if (!isSuppressed) ExecutionContext.RestoreFlow();
        }

        // Rounded up, so that the timer never comes just before the deadline.
        var left = TimeSpan.FromMilliseconds(Math.Ceiling(time.GetElapsedTime(time.GetTimestamp(), deadline).TotalMilliseconds));
        _timer.Change(left < TimeSpan.Zero ? TimeSpan.Zero : left > LongestWait ? LongestWait : left, Timeout.InfiniteTimeSpan);
    }

    private void OnTimer()
    {
        List<(uint Id, PendingCall Call)> expired = [];
        lock (_gate)
        {
            if (_isEnded) return;
            var (now, next) = (connection.Options.Time.GetTimestamp(), long.MaxValue);
            for (var slot = 0; slot < _slots.Count; slot++)
            {
                if (_slots[slot] is not { } call) continue;
                if (call.Deadline > now)
                {
                    next = Math.Min(next, call.Deadline);
                    continue;
                }

                expired.Add((call.Id, call));
                Free(slot);
            }

            _nextDue = long.MaxValue;
            if (next != long.MaxValue) Arm(next);
        }

        foreach (var (id, call) in expired) connection.Expire(id, call);
    }
}
