using Genie.Datagrams;

namespace Genie.Benchmarks.Load.Games.Transports.Grains;

/// <summary>A client's way to the grain of its room, and the observer that the room calls.</summary>
internal sealed class GrainLink : IGameLink, IGameObserver
{
    private readonly GrainClientPort _port;
    private readonly IGrainFactory _grains;
    private readonly IGameRoomGrain _room;
    private readonly OrderedCalls _ordered;
    private readonly byte _member;
    private volatile bool _isJoined;

    public GrainLink(GrainClientPort port, IGrainFactory grains, GameClient client)
    {
        (_port, _grains, Client) = (port, grains, client);
        _room = grains.GetGrain<IGameRoomGrain>(client.Number / GameWorkload.RoomMembersMax);
        _member = (byte)(client.Number % GameWorkload.RoomMembersMax);
        _ordered = new OrderedCalls(message => _room.TakeEventAsync(_member, message));

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
    public void Send(ReadOnlySpan<byte> message, DeliveryMode mode)
    {
        if (mode == DeliveryMode.ReliableOrdered) _ordered.Add(message.ToArray());
        else (mode == DeliveryMode.Sequenced ? _room.UpdateAsync(_member, message.ToArray()) : _room.TakeEventAsync(_member, message.ToArray())).Ignore();
    }

    /// <inheritdoc/>
    public Task SeeAsync(byte[] message) => TakeEventAsync(message);

    /// <inheritdoc/>
    public Task TakeEventAsync(byte[] message)
    {
        _port.Add(new(GrainClientPort.ArrivalKind.Message, Client, message));
        return Task.CompletedTask;
    }
}
