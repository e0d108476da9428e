using System.Diagnostics;
using Genie.Datagrams;

namespace Genie.Benchmarks.Load.Games.Transports.Grains;

/// <summary>A room of the server's in a grain, which ticks by a timer of its own.</summary>
/// <param name="server">The silo's server.</param>
[GrainType("genie.game.room")]
internal sealed class GameRoomGrain(GameServer server) : Grain, IGameRoomGrain
{
    private readonly OrderedInbox[] _ordered = [.. Enumerable.Range(0, GameWorkload.RoomMembersMax).Select(_ => new OrderedInbox())];
    private readonly long _begin = Stopwatch.GetTimestamp();
    private GameRoom _room = null!;
    private IGrainTimer _timer = null!;
    private TimeSpan _due;

    private TimeSpan Now => Stopwatch.GetElapsedTime(_begin);

    /// <inheritdoc/>
    public override Task OnActivateAsync(CancellationToken cancellationToken)
    {
        _room = server.RoomAt((int)this.GetPrimaryKeyLong());
        _due = Now + server.Interval;
        _timer = this.RegisterGrainTimer(TickAsync, new GrainTimerCreationOptions(GameTransports.WholeMilliseconds(server.Interval), server.Interval) { KeepAlive = true });
        return Task.CompletedTask;
    }

    /// <inheritdoc/>
    public Task JoinAsync(int number, IGameObserver observer)
    {
        server.Join(number, new ObserverLink(observer));
        return Task.CompletedTask;
    }

    /// <inheritdoc/>
    public Task UpdateAsync(byte member, byte[] message) => TakeEventAsync(member, message);

    /// <inheritdoc/>
    public Task TakeEventAsync(byte member, byte[] message)
    {
        _room.Receive(member, message);
        return Task.CompletedTask;
    }

    /// <inheritdoc/>
    public Task TakeOrderedAsync(byte member, uint number, byte[] message)
    {
        _ordered[member].Take(number, message, next => _room.Receive(member, next));
        return Task.CompletedTask;
    }

    /// <inheritdoc/>
    public Task CloseAsync()
    {
        _timer.Dispose();
        for (byte member = 0; member < GameWorkload.RoomMembersMax; member++) _room.Leave(member);
        return Task.CompletedTask;
    }

    private Task TickAsync(CancellationToken cancellationToken)
    {
        _room.SendSnapshot();

        // A timer's period begins when its callback has ended; as for a server with a thread, ticks that are missed are left out.
        while (_due <= Now) _due += server.Interval;
        _timer.Change(GameTransports.WholeMilliseconds(_due - Now), server.Interval);
        return Task.CompletedTask;
    }

    /// <summary>The way to a client. Orleans writes messages later, so that each is a copy; a lost event is missing in the game's score.</summary>
    private sealed class ObserverLink(IGameObserver observer) : IGameLink
    {
        private uint _ordered;

        public bool IsConnected => true;

        public void Send(ReadOnlySpan<byte> message, DeliveryMode mode, byte channel = 0)
        {
            var call = mode switch
            {
                DeliveryMode.ReliableOrdered => observer.TakeOrderedAsync(++_ordered, message.ToArray()),
                DeliveryMode.Sequenced => observer.SeeAsync(message.ToArray()),
                _ => observer.TakeEventAsync(message.ToArray()),
            };
            call.Ignore();
        }
    }
}
