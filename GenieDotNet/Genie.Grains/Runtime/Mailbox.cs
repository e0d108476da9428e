namespace Genie.Grains;

/// <summary>
/// The messages that wait for one grain, in order, and no more than the capacity. Two arrays swap: one is filled while the other
/// is worked off, so that the worker takes a lock once for many messages. A mailbox that is empty keeps little memory.
/// </summary>
internal sealed class Mailbox<TMessage>(int capacity)
{
    private const int LeastSlots = 4;
    private const int KeptSlotsMax = 16;

    private Envelope<TMessage>[] _incoming = [];
    private Envelope<TMessage>[] _current = [];
    private Queue<WaitingEnvelope<TMessage>>? _waiting;
    private int _incomingCount;
    private int _currentCount;
    private int _next;
    private volatile bool _hasWaiting;

    /// <summary>True if somebody waits for room; may be read without the lock.</summary>
    public bool HasWaiting => _hasWaiting;

    /// <summary>Messages in it, not those waiting for room; may be read without the lock, and is then about right.</summary>
    public int Count => Math.Max(0, Volatile.Read(ref _incomingCount) + Volatile.Read(ref _currentCount) - Volatile.Read(ref _next));

    /// <summary>Under the lock: true if nothing waits and nothing is left of what was taken.</summary>
    public bool IsEmpty => _incomingCount == 0 && _next == _currentCount && !_hasWaiting;

    /// <summary>Under the lock: puts a message in, if there is room and nobody came first.</summary>
    public bool TryAdd(in Envelope<TMessage> envelope)
    {
        if (_hasWaiting || !HasRoom) return false;
        Push(envelope);
        return true;
    }

    /// <summary>Under the lock: has a message wait for room.</summary>
    public WaitingEnvelope<TMessage> Wait(in Envelope<TMessage> envelope, long timestamp)
    {
        var waiting = new WaitingEnvelope<TMessage>(envelope, timestamp);
        (_waiting ??= new Queue<WaitingEnvelope<TMessage>>()).Enqueue(waiting);
        _hasWaiting = true;
        return waiting;
    }

    /// <summary>Under the lock: those who wait for room.</summary>
    public IReadOnlyCollection<WaitingEnvelope<TMessage>> Waiting => _waiting is null ? [] : _waiting;

    /// <summary>
    /// Under the lock: copies what is in. The worker may take some meanwhile: whoever uses the copies asks each whether it still waits.
    /// </summary>
    public List<Envelope<TMessage>> Copy()
    {
        var copy = new List<Envelope<TMessage>>();
        for (var i = Volatile.Read(ref _next); i < _currentCount; i++) copy.Add(_current[i]);
        copy.AddRange(_incoming.AsSpan(0, _incomingCount));
        return copy;
    }

    /// <summary>Under the lock: lets in those who waited, as far as there is room. Who gave up meanwhile is left out.</summary>
    public void Admit()
    {
        while (_hasWaiting && HasRoom)
        {
            var waiting = _waiting!.Dequeue();
            _hasWaiting = _waiting.Count > 0;
            if (waiting.TrySetResult()) Push(waiting.Envelope);
        }
    }

    /// <summary>Under the lock: takes all that came in, to be worked off by <see cref="TryNext"/>.</summary>
    public bool Take()
    {
        if (_incomingCount == 0)
        {
            if (_current.Length > KeptSlotsMax) _current = [];
            if (_incoming.Length > KeptSlotsMax) _incoming = [];
            return false;
        }

        (_incoming, _current) = (_current, _incoming);
        (_currentCount, _incomingCount, _next) = (_incomingCount, 0, 0);
        return true;
    }

    /// <summary>The worker's: the next of what was taken.</summary>
    public bool TryNext(out Envelope<TMessage> envelope)
    {
        if (_next == _currentCount)
        {
            envelope = default;
            return false;
        }

        envelope = _current[_next];
        _current[_next] = default;
        Volatile.Write(ref _next, _next + 1);
        return true;
    }

    private bool HasRoom => _incomingCount + _currentCount - Volatile.Read(ref _next) < capacity;

    private void Push(in Envelope<TMessage> envelope)
    {
        if (_incomingCount == _incoming.Length) Array.Resize(ref _incoming, Math.Clamp(2 * _incoming.Length, LeastSlots, Math.Max(capacity, LeastSlots)));
        _incoming[_incomingCount++] = envelope;
    }
}
