using Genie.Benchmarks.Load.Games.Transports;

namespace Genie.Benchmarks.Load.Games;

/// <summary>One client: sends its state and events, and judges what it sees of the others in its room. Used by one thread.</summary>
internal sealed class GameClient
{
    private readonly GamePlan _plan;
    private readonly GameScore _score;
    private readonly Random _random;
    private readonly byte[] _buffer;
    private readonly SeenMember[] _others = [.. Enumerable.Range(0, GameWorkload.RoomMembersMax).Select(_ => new SeenMember())];
    private readonly uint[] _sent = new uint[(int)GameMessageKind.UnorderedEvent + 1];
    private readonly byte _member;

    public GameClient(GamePlan plan, int number, GameScore score)
    {
        (_plan, _score, Number) = (plan, score, number);
        _member = (byte)(number % GameWorkload.RoomMembersMax);
        _random = new Random(unchecked((plan.Seed * 397) ^ number));
        _buffer = new byte[Math.Max(plan.Workload.UpdateBytes, plan.Workload.EventBytes)];
        var roomBegin = number - _member;
        Others = Math.Min(plan.Clients - roomBegin, GameWorkload.RoomMembersMax) - 1;
    }

    /// <summary>Its number in the game, from 0.</summary>
    public int Number { get; }

    /// <summary>The way to the server, once there is one.</summary>
    public IGameLink? Link { get; set; }

    /// <summary>How many others are in its room.</summary>
    public int Others { get; }

    /// <summary>Events that it sent.</summary>
    public long EventsSent => _sent[(int)GameMessageKind.OrderedEvent] + _sent[(int)GameMessageKind.UnorderedEvent];

    /// <summary>Messages that it sent.</summary>
    public long Sent => EventsSent + _sent[(int)GameMessageKind.Update];

    /// <summary>Ages of the states that it saw: their sum in microseconds, and how many they were.</summary>
    public (long SumMicroseconds, long Count) Ages { get; private set; }

    /// <summary>States that others sent between the first and the last one that it saw.</summary>
    public long UpdatesToSee => _others.Sum(static other => other.UpdatesToSee);

    /// <summary>Of those, the ones that it saw.</summary>
    public long UpdatesSeen => _others.Sum(static other => other.Updates);

    /// <summary>Sends what is due.</summary>
    /// <param name="dueMicroseconds">When the tick was due.</param>
    public void Tick(long dueMicroseconds)
    {
        if (Link is not { IsConnected: true } link) return;
        var workload = _plan.Workload;
        Send(link, GameMessageKind.Update, workload.UpdateBytes, dueMicroseconds);
        for (var i = Due(workload.OrderedEventsPerSecond); i > 0; i--) Send(link, GameMessageKind.OrderedEvent, workload.EventBytes, dueMicroseconds);
        for (var i = Due(workload.UnorderedEventsPerSecond); i > 0; i--) Send(link, GameMessageKind.UnorderedEvent, workload.EventBytes, dueMicroseconds);
    }

    /// <summary>Judges a message.</summary>
    public void Receive(ReadOnlySpan<byte> message, long nowMicroseconds)
    {
        if (message is [(byte)GameMessageKind.Snapshot, .. var updates] && updates.Length % _plan.Workload.UpdateBytes == 0)
        {
            for (; !updates.IsEmpty; updates = updates[_plan.Workload.UpdateBytes..])
            {
                if (GameMessage.TryRead(updates, out var update) && update.Kind == GameMessageKind.Update) See(update, nowMicroseconds);
                else _score.Malformed++;
            }
        }
        else if (GameMessage.TryRead(message, out var read) && read.Kind is GameMessageKind.OrderedEvent or GameMessageKind.UnorderedEvent)
        {
            _score.Count(_others[read.Member].Take(read), nowMicroseconds - read.SentAtMicroseconds);
        }
        else
        {
            _score.Malformed++;
        }
    }

    private void See(in GameMessage update, long nowMicroseconds)
    {
        if (update.Member == _member || !_others[update.Member].See(update.Number)) return;
        var age = nowMicroseconds - update.SentAtMicroseconds;
        Ages = (Ages.SumMicroseconds + age, Ages.Count + 1);
        _score.CountUpdate(age);
    }

    /// <summary>How many events happen in this tick: of a low rate there may be several in one.</summary>
    private int Due(double eventsPerSecond)
    {
        if (eventsPerSecond <= 0) return 0;
        var perTick = eventsPerSecond / _plan.Workload.RateHertz;
        var whole = (int)perTick;
        return _random.NextDouble() < perTick - whole ? whole + 1 : whole;
    }

    private void Send(IGameLink link, GameMessageKind kind, int bytes, long dueMicroseconds)
    {
        var message = new GameMessage(kind, _member, ++_sent[(int)kind], dueMicroseconds);
        var target = _buffer.AsSpan(0, bytes);
        message.Write(target);
        if (kind is not GameMessageKind.Update) _score.CountSent(Others);
        link.Send(target, message.Mode);
    }

    /// <summary>What was seen of another one.</summary>
    private sealed class SeenMember
    {
        private readonly HashSet<uint> _unordered = [];
        private uint _first;
        private uint _newest;
        private uint _ordered;

        public long Updates { get; private set; }

        public long UpdatesToSee => Updates == 0 ? 0 : _newest - _first + 1;

        public bool See(uint number)
        {
            if (number <= _newest) return false;
            if (Updates++ == 0) _first = number;
            _newest = number;
            return true;
        }

        public EventFinding Take(in GameMessage message)
        {
            if (message.Kind == GameMessageKind.UnorderedEvent) return _unordered.Add(message.Number) ? EventFinding.Expected : EventFinding.Doubled;
            if (message.Number <= _ordered) return EventFinding.Doubled;
            var finding = message.Number == _ordered + 1 ? EventFinding.Expected : EventFinding.OutOfOrder;
            _ordered = message.Number;
            return finding;
        }
    }
}

/// <summary>What a client says of an event.</summary>
internal enum EventFinding
{
    /// <summary>The next one, or one that keeps no order.</summary>
    Expected,

    /// <summary>It was there before.</summary>
    Doubled,

    /// <summary>Others that were sent before it are not there.</summary>
    OutOfOrder,
}
