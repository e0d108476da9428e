using System.Text.Json.Serialization;

namespace GameLicenseExample.Features.Rooms;

/// <summary>Something that happened in a room.</summary>
/// <param name="Room">The room's name.</param>
[JsonDerivedType(typeof(RoomOpened), "opened")]
[JsonDerivedType(typeof(PlayerJoined), "joined")]
[JsonDerivedType(typeof(SecretRevealed), "revealed")]
[JsonDerivedType(typeof(TurnTaken), "turn")]
[JsonDerivedType(typeof(TurnForfeited), "forfeited")]
[JsonDerivedType(typeof(RoomAbandoned), "abandoned")]
internal abstract record RoomEvent(string Room);

/// <summary>It is open for players.</summary>
/// <param name="Room">The room's name.</param>
/// <param name="Seats">How many play.</param>
/// <param name="Stake">What each brings, in credits.</param>
/// <param name="Time">When; it begins the time for joining. Earlier versions wrote none.</param>
internal sealed record RoomOpened(string Room, int Seats, long Stake, DateTimeOffset Time = default) : RoomEvent(Room);

/// <summary>Somebody took a seat.</summary>
/// <param name="Room">The room's name.</param>
/// <param name="Player">Who.</param>
/// <param name="Request">The request that brought the stake.</param>
/// <param name="Commitment">What the player's secret must come to, as hexadecimal digits.</param>
/// <param name="Time">When; the last one's begins the time for revealing.</param>
internal sealed record PlayerJoined(string Room, string Player, string Request, string Commitment, DateTimeOffset Time) : RoomEvent(Room);

/// <summary>A player showed the secret.</summary>
/// <param name="Room">The room's name.</param>
/// <param name="Player">Who.</param>
/// <param name="Secret">The secret, as hexadecimal digits.</param>
/// <param name="Time">When; the last one's begins the time of the first turn. Earlier versions wrote none.</param>
internal sealed record SecretRevealed(string Room, string Player, string Secret, DateTimeOffset Time = default) : RoomEvent(Room);

/// <summary>A player rolled the dice.</summary>
/// <param name="Room">The room's name.</param>
/// <param name="Player">Who.</param>
/// <param name="Roll">What they showed.</param>
/// <param name="Time">When; it begins the time of the next turn. Earlier versions wrote none.</param>
internal sealed record TurnTaken(string Room, string Player, int Roll, DateTimeOffset Time = default) : RoomEvent(Room);

/// <summary>A player did not roll in time, and cannot win any more.</summary>
/// <param name="Room">The room's name.</param>
/// <param name="Player">Who.</param>
/// <param name="Time">When it was noticed; it begins the time of the next turn.</param>
internal sealed record TurnForfeited(string Room, string Player, DateTimeOffset Time) : RoomEvent(Room);

/// <summary>The room did not fill in time, or somebody did not reveal in time.</summary>
/// <param name="Room">The room's name.</param>
internal sealed record RoomAbandoned(string Room) : RoomEvent(Room);
