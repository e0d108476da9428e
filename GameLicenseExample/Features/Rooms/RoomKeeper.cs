using System.Collections.Immutable;
using GameLicenseExample.Features.Decisions;
using GameLicenseExample.Features.Wallet;
using Genie.EventStore;

namespace GameLicenseExample.Features.Rooms;

/// <summary>Keeps rooms: who sits where, whose turn it is, and that luck is nobody's alone (<see cref="FairDraw"/>). Safe for concurrent callers.</summary>
/// <param name="store">The events.</param>
/// <param name="wallet">Holds stakes.</param>
/// <param name="clock">Gives the time for revealing.</param>
internal sealed class RoomKeeper(IEventStore store, CreditWallet wallet, TimeProvider clock) : IDisposable
{
    /// <summary>How long players have to reveal once a room is full. Who lets it pass loses the stake, as he may have seen that he would lose.</summary>
    public static readonly TimeSpan RevealTime = TimeSpan.FromSeconds(60);

    private const int SeatsMax = 12;
    private readonly Holds _holds = new(wallet, "room");
    private readonly DecisionStream<ImmutableSortedDictionary<string, Room>, RoomEvent> _rooms = new(
        store, "game/rooms", ImmutableSortedDictionary.Create<string, Room>(StringComparer.Ordinal),
        static (rooms, happened) => rooms.SetItem(happened.Room, happened is RoomOpened opened ? new Room(opened) : rooms[happened.Room].After(happened)), FeatureJson.Default.RoomEvent);

    /// <summary>All rooms.</summary>
    public Task<ImmutableSortedDictionary<string, Room>> ReadAsync(CancellationToken cancellationToken) => _rooms.ReadAsync(cancellationToken);

    /// <summary>Opens a room.</summary>
    /// <exception cref="FeatureRefusedException">There is one of that name, or it makes no sense.</exception>
    public Task OpenAsync(string request, string room, int seats, long stake, CancellationToken cancellationToken)
    {
        if (seats is < 2 or > SeatsMax || stake < 1) throw new FeatureRefusedException($"A room has 2 to {SeatsMax} seats, and a stake of at least 1 credit.");
        var opened = new RoomOpened(Names.Check(room), seats, stake);
        return _rooms.DecideAsync($"open/{request}", rooms => !rooms.ContainsKey(room) ? opened : throw new FeatureRefusedException($"There is a room '{room}' already."), cancellationToken);
    }

    /// <summary>Takes a seat with a stake and a commitment (<see cref="FairDraw.Commit"/>).</summary>
    /// <exception cref="FeatureRefusedException">There is no seat, or too few credits.</exception>
    public async Task JoinAsync(string request, string room, string player, string commitment, CancellationToken cancellationToken)
    {
        var stake = Find(await ReadAsync(cancellationToken).ConfigureAwait(false), room).Terms.Stake;
        if (!IsHex(commitment)) throw new FeatureRefusedException("A commitment is a SHA-256 as 64 hexadecimal digits.");
        var hold = await _holds.TakeAsync(room, player, request, stake, cancellationToken).ConfigureAwait(false);
        try
        {
            await _rooms.DecideAsync($"join/{request}", rooms =>
            {
                var state = Find(rooms, room);
                if (state.IsFull) throw new FeatureRefusedException($"All seats of '{room}' are taken.");
                if (state.Players.Any(each => each.Player == player)) throw new FeatureRefusedException($"{player} sits there already.");
                return new PlayerJoined(room, player, request, commitment, clock.GetUtcNow());
            }, cancellationToken).ConfigureAwait(false);
        }
        catch (FeatureRefusedException)
        {
            await _holds.ReleaseAsync(room, player, request, -hold.Postings[0].Credits, cancellationToken).ConfigureAwait(false);
            throw;
        }
    }

    /// <summary>Shows a secret.</summary>
    /// <exception cref="FeatureRefusedException">It is too early, or not the secret that the player committed to.</exception>
    public Task RevealAsync(string room, string player, string secret, CancellationToken cancellationToken) => _rooms.DecideAsync($"reveal/{room}/{player}", rooms =>
    {
        var state = Find(rooms, room);
        if (!state.IsFull) throw new FeatureRefusedException("Nobody reveals before all have joined.");
        if (state.IsAbandoned) throw new FeatureRefusedException($"'{room}' was given up: somebody did not reveal in time.");
        var joined = state.Players.Find(each => each.Player == player) ?? throw new FeatureRefusedException($"{player} does not sit there.");
        if (!IsHex(secret) || !Convert.FromHexString(joined.Commitment).AsSpan().SequenceEqual(FairDraw.Commit(room, player, Convert.FromHexString(secret))))
            throw new FeatureRefusedException("This is not the secret of the commitment.");
        return new SecretRevealed(room, player, secret);
    }, cancellationToken);

    /// <summary>Rolls the dice; who has the highest roll gets all stakes.</summary>
    /// <returns>What they show.</returns>
    /// <exception cref="FeatureRefusedException">It is not the player's turn.</exception>
    public async Task<int> RollAsync(string room, string player, CancellationToken cancellationToken)
    {
        var (taken, _) = await _rooms.DecideAsync($"roll/{room}/{player}", rooms =>
        {
            var state = Find(rooms, room);
            if (state.Next != player) throw new FeatureRefusedException(state.Next is { } next ? $"It is {next}'s turn." : "It is nobody's turn.");
            return new TurnTaken(room, player, FairDraw.RollOf(state.Seed!, state.Turns.Count));
        }, cancellationToken).ConfigureAwait(false);
        await SettleAsync(Find(await ReadAsync(cancellationToken).ConfigureAwait(false), room), cancellationToken).ConfigureAwait(false);
        return ((TurnTaken)taken).Roll;
    }

    /// <summary>Gives up the rooms where somebody did not reveal in time, and pays what was not paid yet. Call it now and then.</summary>
    public async Task SettleAsync(CancellationToken cancellationToken)
    {
        foreach (var (name, room) in await ReadAsync(cancellationToken).ConfigureAwait(false))
        {
            if (room is { IsFull: true, Seed: null, IsAbandoned: false } && clock.GetUtcNow() >= room.Players[^1].Time + RevealTime)
                await _rooms.DecideAsync($"abandon/{name}", rooms => rooms[name].Seed is null ? new RoomAbandoned(name) : throw new FeatureRefusedException("All have revealed."), cancellationToken).ConfigureAwait(false);
            await SettleAsync((await ReadAsync(cancellationToken).ConfigureAwait(false))[name], cancellationToken).ConfigureAwait(false);
        }
    }

    /// <inheritdoc/>
    public void Dispose() => _rooms.Dispose();

    private Task SettleAsync(Room room, CancellationToken cancellationToken) => !room.IsOver ? Task.CompletedTask : _holds.PayOutAsync(room.Terms.Room, (player, request) =>
    {
        var isStake = room.Players.Any(each => each.Request == request);
        if (isStake && room.Winner is { } winner) return CreditWallet.AccountOf(winner);
        return isStake && !room.Secrets.ContainsKey(player) ? CreditWallet.House : CreditWallet.AccountOf(player);
    }, cancellationToken);

    private static Room Find(ImmutableSortedDictionary<string, Room> rooms, string room) => rooms.GetValueOrDefault(Names.Check(room)) ?? throw new FeatureRefusedException($"There is no room '{room}'.");

    private static bool IsHex(string? text) => text is { Length: 2 * FairDraw.SecretBytes } && text.All(char.IsAsciiHexDigit);
}
