using System.Buffers;
using System.Security.Cryptography;
using System.Text.Json;
using GameLicenseExample.Game;
using Genie.EventStore;
using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Licences;
using Genie.Geocoding;

namespace GameLicenseExample.Playing;

/// <summary>Puts every play on record at the issuer before it counts. While the issuer is away the play waits, drawn and not counted, and the player keeps what he has.</summary>
/// <param name="client">Leads to the issuer.</param>
/// <param name="outage">Brings it over times when the issuer is away.</param>
/// <param name="player">Who plays.</param>
/// <param name="place">Where the machine stands.</param>
/// <param name="clock">The machine's clock.</param>
internal sealed class PlayJournal(LicenceClient client, ServerOutage outage, IPlayer player, GeoPoint place, TimeProvider clock)
{
    /// <summary>Somebody began to play; the value is the credits brought.</summary>
    public const string Begun = "game-begun";

    /// <summary>A play; the value is what it changed the credits by, the payload JSON with risk, number, paid and credits.</summary>
    public const string Played = "play";

    /// <summary>The player left; the value is the credits left.</summary>
    public const string Left = "game-left";

    // Numbers the events of this game; another game of this machine must not have the same.
    private readonly ulong _run = BitConverter.ToUInt64(RandomNumberGenerator.GetBytes(sizeof(ulong)));
    private ulong _sequence;

    public Task BeginAsync(GameState state, CancellationToken cancellationToken) => RecordAsync(Begun, state.Credits, default, state, cancellationToken);

    public Task PlayAsync(PlayResult play, GameState before, CancellationToken cancellationToken) => RecordAsync(Played, play.Paid - play.Risk, Write(play, before.After(play)), before, cancellationToken);

    public Task LeaveAsync(GameState state, CancellationToken cancellationToken) => RecordAsync(Left, state.Credits, default, state, cancellationToken);

    private async Task RecordAsync(string kind, double value, ReadOnlyMemory<byte> payload, GameState state, CancellationToken cancellationToken)
    {
        var message = new GeniusEvent
        {
            Key = client.EventKey,
            RequestKey = new RequestKey(_run, 0, _sequence++),
            Kind = kind,
            Time = clock.GetUtcNow(),
            Place = place,
            Value = value,
            Payload = payload,
        };

        // The same key each time: if the first one arrived after all, it counts once.
        await outage.AskAsync(async () =>
        {
            await client.RecordAsync(message, cancellationToken).ConfigureAwait(false);
            return true;
        }, state.Credits, player, cancellationToken).ConfigureAwait(false);
    }

    private static ReadOnlyMemory<byte> Write(PlayResult play, GameState after)
    {
        var buffer = new ArrayBufferWriter<byte>();
        using var writer = new Utf8JsonWriter(buffer);
        writer.WriteStartObject();
        writer.WriteNumber("risk", play.Risk);
        writer.WriteNumber("number", play.Number);
        writer.WriteNumber("paid", play.Paid);
        writer.WriteNumber("credits", after.Credits);
        writer.WriteEndObject();
        writer.Flush();
        return buffer.WrittenMemory;
    }
}
