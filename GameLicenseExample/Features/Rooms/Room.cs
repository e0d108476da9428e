using System.Collections.Immutable;

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

    /// <summary>True if somebody did not reveal in time.</summary>
    public bool IsAbandoned { get; init; }

    /// <summary>True once nobody else can join.</summary>
    public bool IsFull => Players.Count == Terms.Seats;

    /// <summary>What the secrets come to; null while one is missing.</summary>
    public byte[]? Seed => IsFull && Secrets.Count == Terms.Seats ? FairDraw.SeedOf(Players.Select(each => Convert.FromHexString(Secrets[each.Player]))) : null;

    /// <summary>The order of turns; empty while a secret is missing.</summary>
    public IReadOnlyList<string> Order => Seed is { } seed ? FairDraw.OrderOf(seed, Players.Select(static each => each.Player)) : [];

    /// <summary>Whose turn it is; null: nobody's.</summary>
    public string? Next => Turns.Count < Terms.Seats && !IsAbandoned ? Order.ElementAtOrDefault(Turns.Count) : null;

    /// <summary>Who won: the highest roll, of equal ones the first. Null while they play.</summary>
    public string? Winner => Turns.Count == Terms.Seats ? Turns.MaxBy(static each => each.Roll)!.Player : null;

    /// <summary>True once the stakes are due to somebody.</summary>
    public bool IsOver => IsAbandoned || Winner is not null;

    /// <summary>The state after one more event.</summary>
    public Room After(RoomEvent happened) => happened switch
    {
        PlayerJoined joined => this with { Players = Players.Add(joined) },
        SecretRevealed revealed => this with { Secrets = Secrets.SetItem(revealed.Player, revealed.Secret) },
        TurnTaken turn => this with { Turns = Turns.Add(turn) },
        RoomAbandoned => this with { IsAbandoned = true },
        _ => this,
    };
}
