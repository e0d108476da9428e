using Genie.Brokers.Multiplexing;

namespace Genie.Brokers.RabbitMQ.Official;

/// <summary>
/// The published messages that the server has not confirmed: publishing sequence number to correlation. A ring that
/// grows: numbers are given out in order and confirmed nearly so, one by one or up to a number.
/// </summary>
internal sealed class UnconfirmedMessages
{
    private const int InitialEntries = 256;

    private readonly Lock _lock = new();
    private Entry[] _ring = new Entry[InitialEntries];

    // Numbers begin with 1: RabbitMQ's documentation, "Publisher confirms". All before _oldest are confirmed.
    private ulong _oldest = 1;
    private ulong _next = 1;

    /// <summary>Gives out the next number. The caller publishes in the same order.</summary>
    public ulong Add(Correlation correlation)
    {
        lock (_lock)
        {
            if (_next - _oldest == (ulong)_ring.Length) Grow();
            At(_next) = new Entry(correlation, IsOpen: true);
            return _next++;
        }
    }

    /// <summary>Takes one unconfirmed message out: number <paramref name="number"/>, or with <paramref name="multiple"/> the oldest up to it.</summary>
    /// <returns>False if there is none.</returns>
    public bool TryTake(ulong number, bool multiple, out Correlation correlation)
    {
        lock (_lock)
        {
            correlation = default;
            if (number >= _next) return false;
            var taken = multiple ? _oldest : number;
            if (taken > number || taken < _oldest || !At(taken).IsOpen) return false;
            correlation = At(taken).Correlation;
            At(taken) = default;
            while (_oldest < _next && !At(_oldest).IsOpen) _oldest++;
            return true;
        }
    }

    private ref Entry At(ulong number) => ref _ring[number & ((ulong)_ring.Length - 1)];

    private void Grow()
    {
        var larger = new Entry[_ring.Length * 2];
        for (var number = _oldest; number < _next; number++) larger[number & ((ulong)larger.Length - 1)] = At(number);
        _ring = larger;
    }

    private readonly record struct Entry(Correlation Correlation, bool IsOpen);
}
