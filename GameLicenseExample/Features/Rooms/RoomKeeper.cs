using System.Collections.Immutable;
using GameLicenseExample.Features.Decisions;
using GameLicenseExample.Features.Wallet;
using Genie.EventStore;

namespace GameLicenseExample.Features.Rooms;

/// <summary>Keeps rooms: who sits where, whose turn it is, and that luck is nobody's alone (<see cref="FairDraw"/>). Safe for concurrent callers.</summary>
/// <param name="store">The events.</param>
/// <param name="wallet">Holds stakes.</param>
/// <param name="clock">Gives the time of what happens, by which deadlines count.</param>
internal sealed class RoomKeeper(IEventStore store, CreditWallet wallet, TimeProvider clock) : IDisposable
{
    /// <summary>How long a room waits for its players from when it was opened. One that does not fill gives the stakes back.</summary>
    public static readonly TimeSpan JoinTime = TimeSpan.FromMinutes(10);

    /// <summary>How long a player has for his turn. Who lets it pass cannot win any more: rolls follow from the secrets, so he may have seen that he would lose.</summary>
    public static readonly TimeSpan RollTime = TimeSpan.FromSeconds(60);

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
    /// <exception cref="FeatureRefusedException">There is one of that name, it makes no sense, or the request's name stands for another.</exception>
    public Task OpenAsync(string request, string room, int seats, long stake, CancellationToken cancellationToken)
    {
        if (seats is < 2 or > SeatsMax || stake < 1) throw new FeatureRefusedException($"A room has 2 to {SeatsMax} seats, and a stake of at least 1 credit.");
        var opened = new RoomOpened(Names.Check(room), seats, stake, clock.GetUtcNow());
        return _rooms.DecideAsync(
            $"open/{request}", known => known is RoomOpened other && other with { Time = opened.Time } == opened,
            rooms => !rooms.ContainsKey(room) ? opened : throw new FeatureRefusedException($"There is a room '{room}' already."), cancellationToken);
    }

    /// <summary>Takes a seat with a stake and a commitment (<see cref="FairDraw.Commit"/>).</summary>
    /// <exception cref="FeatureRefusedException">There is no seat, it is too late, there are too few credits, or the request's name stands for another.</exception>
    public async Task JoinAsync(string request, string room, string player, string commitment, CancellationToken cancellationToken)
    {
        var state = Find(await ReadAsync(cancellationToken).ConfigureAwait(false), room);
        if (!IsHex(commitment)) throw new FeatureRefusedException("A commitment is a SHA-256 as 64 hexadecimal digits.");
        var known = await _rooms.FindAsync($"join/{request}", cancellationToken).ConfigureAwait(false);
        if (known is not null && !IsSame(known)) throw FeatureRefusedException.OfReusedName(request);

        // What is refused is refused before a stake is held, so that it leaves no trace in the ledger either.
        if (known is null && await _holds.FindAsync(room, player, request, state.Terms.Stake, cancellationToken).ConfigureAwait(false) is null) Decide(state);
        var hold = await _holds.TakeAsync(room, player, request, state.Terms.Stake, cancellationToken).ConfigureAwait(false);
        try
        {
            await _rooms.DecideAsync($"join/{request}", IsSame, rooms => Decide(Find(rooms, room)), cancellationToken).ConfigureAwait(false);
        }
        catch (FeatureRefusedException)
        {
            await _holds.ReleaseAsync(room, player, request, -hold.Postings[0].Credits, cancellationToken).ConfigureAwait(false);
            throw;
        }

        bool IsSame(RoomEvent happened) => happened is PlayerJoined joined && (joined.Room, joined.Player, joined.Commitment) == (room, player, commitment);

        PlayerJoined Decide(Room current)
        {
            if (current.IsFull) throw new FeatureRefusedException($"All seats of '{room}' are taken.");
            if (current.IsAbandoned || IsLate(current)) throw new FeatureRefusedException($"'{room}' did not fill in time, and is closed.");
            if (current.Players.Any(each => each.Player == player)) throw new FeatureRefusedException($"{player} sits there already.");
            return new PlayerJoined(room, player, request, commitment, clock.GetUtcNow());
        }
    }

    /// <summary>Shows a secret.</summary>
    /// <exception cref="FeatureRefusedException">It is too early or too late, or not the secret that the player committed to.</exception>
    public Task RevealAsync(string room, string player, string secret, CancellationToken cancellationToken) => _rooms.DecideAsync(
        $"reveal/{room}/{player}",
        known => known is SecretRevealed revealed && string.Equals(revealed.Secret, secret, StringComparison.OrdinalIgnoreCase) ? true : throw new FeatureRefusedException($"{player} has shown the secret already, and this is another."),
        rooms =>
        {
            var state = Find(rooms, room);
            if (state.IsAbandoned) throw new FeatureRefusedException(state.IsFull ? $"'{room}' was given up: somebody did not reveal in time." : $"'{room}' did not fill in time, and is closed.");
            if (!state.IsFull) throw new FeatureRefusedException("Nobody reveals before all have joined.");
            if (IsLate(state)) throw new FeatureRefusedException($"'{room}' took secrets until {state.Deadline:u}.");
            var joined = state.Players.Find(each => each.Player == player) ?? throw new FeatureRefusedException($"{player} does not sit there.");
            if (!IsHex(secret) || !Convert.FromHexString(joined.Commitment).AsSpan().SequenceEqual(FairDraw.Commit(room, player, Convert.FromHexString(secret))))
                throw new FeatureRefusedException("This is not the secret of the commitment.");
            return new SecretRevealed(room, player, secret, clock.GetUtcNow());
        },
        cancellationToken);

    /// <summary>Rolls the dice; who has the highest roll gets all stakes.</summary>
    /// <returns>What they show.</returns>
    /// <exception cref="FeatureRefusedException">It is not the player's turn, or its time is over.</exception>
    public async Task<int> RollAsync(string room, string player, CancellationToken cancellationToken)
    {
        var (taken, _) = await _rooms.DecideAsync($"roll/{room}/{player}", rooms =>
        {
            var state = Find(rooms, room);
            if (state.Forfeits.Contains(player) || (state.Next == player && IsLate(state))) throw new FeatureRefusedException($"{player} did not roll in time, and cannot win any more.");
            if (state.Next != player) throw new FeatureRefusedException(state.Next is { } next ? $"It is {next}'s turn." : "It is nobody's turn.");
            return new TurnTaken(room, player, FairDraw.RollOf(state.Seed!, state.TurnNumber), clock.GetUtcNow());
        }, cancellationToken).ConfigureAwait(false);
        await PayOutAsync(Find(await ReadAsync(cancellationToken).ConfigureAwait(false), room), cancellationToken).ConfigureAwait(false);
        return ((TurnTaken)taken).Roll;
    }

    /// <summary>Ends what was not done in time, and pays what was not paid yet. Call it now and then.</summary>
    public async Task SettleAsync(CancellationToken cancellationToken)
    {
        foreach (var (name, room) in await ReadAsync(cancellationToken).ConfigureAwait(false))
        {
            if (IsLate(room)) await EndPhaseAsync(name, room, cancellationToken).ConfigureAwait(false);
            await PayOutAsync((await ReadAsync(cancellationToken).ConfigureAwait(false))[name], cancellationToken).ConfigureAwait(false);
        }
    }

    /// <inheritdoc/>
    public void Dispose() => _rooms.Dispose();

    private bool IsLate(Room room) => clock.GetUtcNow() >= room.Deadline;

    private async Task EndPhaseAsync(string name, Room room, CancellationToken cancellationToken)
    {
        try
        {
            // Each has a name of its own, so that a phase is ended once, and only while it lasts.
            if (room.Next is { } player) await _rooms.DecideAsync($"forfeit/{name}/{player}", rooms => rooms[name].Next == player ? new TurnForfeited(name, player, clock.GetUtcNow()) : throw Over(), cancellationToken).ConfigureAwait(false);
            else await _rooms.DecideAsync($"abandon/{name}", rooms => rooms[name].Seed is null && IsLate(rooms[name]) ? new RoomAbandoned(name) : throw Over(), cancellationToken).ConfigureAwait(false);
        }
        catch (FeatureRefusedException)
        {
            // It was done in the last moment.
        }

        static FeatureRefusedException Over() => new("It was done in time.");
    }

    private Task PayOutAsync(Room room, CancellationToken cancellationToken) => room.IsOver ? _holds.PayOutAsync(room.Terms.Room, room.ReceiversOf, cancellationToken) : Task.CompletedTask;

    private static Room Find(ImmutableSortedDictionary<string, Room> rooms, string room) => rooms.GetValueOrDefault(Names.Check(room)) ?? throw new FeatureRefusedException($"There is no room '{room}'.");

    private static bool IsHex(string? text) => text is { Length: 2 * FairDraw.SecretBytes } && text.All(char.IsAsciiHexDigit);
}
