using Orleans.Concurrency;

namespace Genie.Benchmarks.Load.Games.Transports.Grains;

/// <summary>A room, by its number. Nobody writes to the bytes of a message any more.</summary>
[Alias("genie.game.room")]
internal interface IGameRoomGrain : IGrainWithIntegerKey
{
    /// <summary>A client comes.</summary>
    [Alias("join")]
    Task JoinAsync(int number, IGameObserver observer);

    /// <summary>A client's state: nobody waits for an answer.</summary>
    [OneWay, Alias("update")]
    Task UpdateAsync(byte member, [Immutable] byte[] message);

    /// <summary>An event, which is answered once the room has it.</summary>
    [Alias("event")]
    Task TakeEventAsync(byte member, [Immutable] byte[] message);

    /// <summary>The same of one that keeps its order.</summary>
    /// <param name="member">Whose it is.</param>
    /// <param name="number">Its number among those, from 1.</param>
    /// <param name="message">The event.</param>
    [Alias("ordered")]
    Task TakeOrderedAsync(byte member, uint number, [Immutable] byte[] message);

    /// <summary>The game is over: the room ticks no more, and sends nothing.</summary>
    [Alias("close")]
    Task CloseAsync();
}

/// <summary>A client, as its room has it.</summary>
[Alias("genie.game.observer")]
internal interface IGameObserver : IGrainObserver
{
    /// <summary>The room's states: nobody waits for an answer.</summary>
    [OneWay, Alias("snapshot")]
    Task SeeAsync([Immutable] byte[] message);

    /// <summary>An event of another client, which is answered.</summary>
    [Alias("event")]
    Task TakeEventAsync([Immutable] byte[] message);

    /// <summary>The same of one that keeps its order.</summary>
    /// <param name="number">Its number among those of the room, from 1.</param>
    /// <param name="message">The event.</param>
    [Alias("ordered")]
    Task TakeOrderedAsync(uint number, [Immutable] byte[] message);
}
