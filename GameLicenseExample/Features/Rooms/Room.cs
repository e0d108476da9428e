using System.Collections.Immutable;
using GameLicenseExample.Features.Wallet;

namespace GameLicenseExample.Features.Rooms;

/// <summary>A room as it stands: players join, all reveal, each rolls in turn, the highest roll wins.</summary>
/// <param name="Terms">How it was opened.</param>
internal sealed record Room(RoomOpened Terms)
{
    /// <summary>Who sits there, in the order of joining.</summary>
    public ImmutableList<PlayerJoined> Players { get; init; } = [];

    /// <summary>Secrets that were shown, by player.</summary>
    public ImmutableSortedDictionary<string, string> Secrets { get; init; } = ImmutableSortedDictionary.Create<string, string>(StringComparer.Ordinal);

    /// <summary>Turns so far.</summary>
    public ImmutableList<TurnTaken> Turns { get; init; } = [];

    /// <summary>Who did not roll in time.</summary>
    public ImmutableList<string> Forfeits { get; init; } = [];

    /// <summary>When the phase began that the room is in.</summary>
    public DateTimeOffset Since { get; init; } = Terms.Time;

    /// <summary>True if it did not fill in time, or somebody did not reveal in time.</summary>
    public bool IsAbandoned { get; init; }

    /// <summary>True once nobody else can join.</summary>
    public bool IsFull => Players.Count == Terms.Seats;

    /// <summary>What the secrets come to; null while one is missing.</summary>
    public byte[]? Seed => IsFull && Secrets.Count == Terms.Seats ? FairDraw.SeedOf(Players.Select(each => Convert.FromHexString(Secrets[each.Player]))) : null;

    /// <summary>The order of turns; empty while a secret is missing.</summary>
    public IReadOnlyList<string> Order => Seed is { } seed ? FairDraw.OrderOf(seed, Players.Select(static each => each.Player)) : [];

    /// <summary>Whose turn it is; null: nobody's.</summary>
    public string? Next => !IsAbandoned && !IsPlayed ? Order.ElementAtOrDefault(TurnNumber) : null;

    /// <summary>How many turns are over, taken or not: the number of the one that is due.</summary>
    public int TurnNumber => Turns.Count + Forfeits.Count;

    /// <summary>Who won: the highest roll, of equal ones the first. Null while they play, or if nobody rolled.</summary>
    public string? Winner => IsPlayed ? Turns.MaxBy(static each => each.Roll)?.Player : null;

    /// <summary>True once the stakes are due to somebody.</summary>
    public bool IsOver => IsAbandoned || IsPlayed;

    /// <summary>Until when what is due must be done: joining, revealing, or the turn. Null: nothing is due.</summary>
    public DateTimeOffset? Deadline => this switch
    {
        { IsOver: true } => null,
        { IsFull: false } => Since + RoomKeeper.JoinTime,
        { Seed: null } => Since + RoomKeeper.RevealTime,
        _ => Since + RoomKeeper.RollTime,
    };

    private bool IsPlayed => TurnNumber == Terms.Seats;

    /// <summary>The accounts that get what a player brought by a request, in equal parts.</summary>
    public IReadOnlyList<string> ReceiversOf(string player, string request)
    {
        string[] own = [CreditWallet.AccountOf(player)];
        if (!IsFull || !Players.Any(each => each.Request == request)) return own;
        if (Winner is { } winner) return [CreditWallet.AccountOf(winner)];
        if (!IsAbandoned || Secrets.IsEmpty || Secrets.ContainsKey(player)) return own;
        return [.. Players.Where(each => Secrets.ContainsKey(each.Player)).Select(static each => CreditWallet.AccountOf(each.Player))];
    }

    /// <summary>The state after one more event.</summary>
    public Room After(RoomEvent happened) => happened switch
    {
        // The time for joining is the room's, whoever has joined; that for revealing begins with the last of them.
        PlayerJoined joined => this with { Players = Players.Add(joined), Since = Players.Count + 1 == Terms.Seats || Since == default ? joined.Time : Since },
        SecretRevealed revealed => this with { Secrets = Secrets.SetItem(revealed.Player, revealed.Secret), Since = Secrets.Count + 1 == Terms.Seats ? Later(revealed.Time) : Since },
        TurnTaken turn => this with { Turns = Turns.Add(turn), Since = Later(turn.Time) },
        TurnForfeited forfeited => this with { Forfeits = Forfeits.Add(forfeited.Player), Since = Later(forfeited.Time) },
        RoomAbandoned => this with { IsAbandoned = true },
        _ => this,
    };

    // What has no time counts from what came before it.
    private DateTimeOffset Later(DateTimeOffset time) => time > Since ? time : Since;
}
