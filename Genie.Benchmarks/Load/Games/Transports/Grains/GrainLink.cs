using Genie.Datagrams;

namespace Genie.Benchmarks.Load.Games.Transports.Grains;

/// <summary>A client's way to the grain of its room, and the observer that the room calls.</summary>
internal sealed class GrainLink : IGameLink, IGameObserver
{
    private readonly GrainClientPort _port;
    private readonly IGrainFactory _grains;
    private readonly IGameRoomGrain _room;
    private readonly OrderedInbox _inbox = new();
    private readonly byte _member;
    private uint _ordered;
    private volatile bool _isJoined;

    public GrainLink(GrainClientPort port, IGrainFactory grains, GameClient client)
    {
        (_port, _grains, Client) = (port, grains, client);
        _room = grains.GetGrain<IGameRoomGrain>(client.Number / GameWorkload.RoomMembersMax);
        _member = (byte)(client.Number % GameWorkload.RoomMembersMax);

        // The factory keeps no observer alive.
        client.Link = this;
    }

    /// <summary>Whose it is.</summary>
    public GameClient Client { get; }

    /// <inheritdoc/>
    public bool IsConnected => _isJoined;

    /// <summary>Enters the room.</summary>
    public async Task JoinAsync()
    {
        await _room.JoinAsync(Client.Number, _grains.CreateObjectReference<IGameObserver>(this)).ConfigureAwait(false);
        _isJoined = true;
    }

    /// <inheritdoc/>
    /// <remarks>Orleans writes the message later, so that it needs a copy. A lost event is missing in the game's score.</remarks>
    public void Send(ReadOnlySpan<byte> message, DeliveryMode mode, byte channel = 0)
    {
        var call = mode switch
        {
            DeliveryMode.ReliableOrdered => _room.TakeOrderedAsync(_member, ++_ordered, message.ToArray()),
            DeliveryMode.Sequenced => _room.UpdateAsync(_member, message.ToArray()),
            _ => _room.TakeEventAsync(_member, message.ToArray()),
        };
        call.Ignore();
    }

    /// <inheritdoc/>
    public Task SeeAsync(byte[] message) => TakeEventAsync(message);

    /// <inheritdoc/>
    public Task TakeEventAsync(byte[] message)
    {
        Receive(message);
        return Task.CompletedTask;
    }

    /// <inheritdoc/>
    public Task TakeOrderedAsync(uint number, byte[] message)
    {
        _inbox.Take(number, message, Receive);
        return Task.CompletedTask;
    }

    private void Receive(byte[] message) => _port.Add(new(GrainClientPort.ArrivalKind.Message, Client, message));
}
