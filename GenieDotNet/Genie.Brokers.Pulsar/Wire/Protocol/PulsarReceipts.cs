namespace Genie.Brokers.Pulsar.Wire.Protocol;

/// <summary>
/// What a producer has sent and the broker has not answered for. Messages are numbered in the order in which they are
/// written; receipts come in that order, one for each SEND.
/// </summary>
/// <param name="nextSequence">The first number.</param>
/// <param name="settled">Told of each message, with the error or null, on the thread that reads the link.</param>
internal sealed class PulsarReceipts(ulong nextSequence, Action<PulsarSend, BrokerException?> settled)
{
    private readonly Lock _lock = new();
    private readonly Queue<(ulong Sequence, int Count)> _commands = new();
    private readonly Queue<PulsarSend> _sends = new();
    private readonly List<(ulong Sequence, TaskCompletionSource Answered)> _flushes = [];
    private PulsarSend[] _settling = new PulsarSend[16];
    private ulong _nextSequence = nextSequence;
    private int _unanswered;

    /// <summary>SENDs without a receipt.</summary>
    public int Unanswered => Volatile.Read(ref _unanswered);

    /// <summary>Called while a SEND is written: the number of its message.</summary>
    public ulong Note(PulsarSend send) => Note([send]);

    /// <summary>Called while a SEND of a batch is written: the number of its first message.</summary>
    public ulong Note(ReadOnlySpan<PulsarSend> sends)
    {
        lock (_lock)
        {
            foreach (var send in sends) _sends.Enqueue(send);
            var sequence = _nextSequence;
            _commands.Enqueue((sequence, sends.Length));
            _nextSequence += (ulong)sends.Length;
            Interlocked.Increment(ref _unanswered);
            return sequence;
        }
    }

    /// <summary>The broker answered the SEND whose first message has this number. One that was passed over is not confirmed.</summary>
    public void Settle(ulong sequence, BrokerException? error)
    {
        while (TryTake(sequence, out var first, out var count))
        {
            var outcome = first == sequence ? error : new LinkLostException(PulsarDrivers.Broker, "the broker answered for a later message first");
            for (var i = 0; i < count; i++) settled(_settling[i], outcome);
        }

        CompleteFlushes();
    }

    /// <summary>Completes when everything written before has been answered for.</summary>
    public Task FlushAsync()
    {
        lock (_lock)
        {
            if (_commands.Count == 0) return Task.CompletedTask;
            var answered = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
            _flushes.Add((_nextSequence, answered));
            return answered.Task;
        }
    }

    // Taken out in one piece, so that nobody is notified under the lock.
    private bool TryTake(ulong sequence, out ulong first, out int count)
    {
        lock (_lock)
        {
            count = 0;
            if (!_commands.TryPeek(out var command) || (first = command.Sequence) > sequence)
            {
                first = 0;
                return false;
            }

            _commands.Dequeue();
            Interlocked.Decrement(ref _unanswered);
            count = command.Count;
            if (_settling.Length < count) _settling = new PulsarSend[System.Numerics.BitOperations.RoundUpToPowerOf2((uint)count)];
            for (var i = 0; i < count; i++) _settling[i] = _sends.Dequeue();
            return true;
        }
    }

    private void CompleteFlushes()
    {
        lock (_lock)
        {
            if (_flushes.Count == 0) return;
            var oldest = _commands.TryPeek(out var command) ? command.Sequence : _nextSequence;
            for (var i = _flushes.Count - 1; i >= 0; i--)
            {
                if (_flushes[i].Sequence > oldest) continue;
                _flushes[i].Answered.TrySetResult();
                _flushes.RemoveAt(i);
            }
        }
    }
}
