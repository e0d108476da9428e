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

    private GeniusEvent? _underWay;
    private PlayResult? _play;

    public Task BeginAsync(GameState state, CancellationToken cancellationToken) => RecordAsync(MessageOf(Begun, state.Credits), state, cancellationToken);

    public Task PlayAsync(PlayResult play, GameState before, CancellationToken cancellationToken)
    {
        _play = play;
        return RecordAsync(MessageOf(Played, play.Paid - play.Risk, Write(play, before.After(play))), before, cancellationToken);
    }

    public Task LeaveAsync(GameState state, CancellationToken cancellationToken) => RecordAsync(MessageOf(Left, state.Credits), state, cancellationToken);

    /// <summary>
    /// Ends a game that is cut off. What was under way is sent once more under its key, as it may be on record, and then that the player left: so the credits on record are those that the player is told.
    /// </summary>
    /// <exception cref="LicenceException">The issuer does not record it.</exception>
    /// <exception cref="Genie.Brokers.BrokerException">The issuer was not reached.</exception>
    public async Task CutOffAsync(SlotGame game, CancellationToken cancellationToken)
    {
        var last = _underWay;
        if (last is not null && await IsRecordedAsync(last, cancellationToken).ConfigureAwait(false) && last.Kind == Played) game.Settle(_play!);
        game.Leave();
        if (last?.Kind != Left) await client.RecordAsync(MessageOf(Left, game.State.Credits), cancellationToken).ConfigureAwait(false);
    }

    private async Task<bool> IsRecordedAsync(GeniusEvent message, CancellationToken cancellationToken)
    {
        try
        {
            await client.RecordAsync(message, cancellationToken).ConfigureAwait(false);
            return true;
        }
        catch (LicenceNotInForceException)
        {
            return false;
        }
    }

    private async Task RecordAsync(GeniusEvent message, GameState state, CancellationToken cancellationToken)
    {
        _underWay = message;

        // The same key each time: if the first one arrived after all, it counts once.
        await outage.AskAsync(async token =>
        {
            await client.RecordAsync(message, token).ConfigureAwait(false);
            return true;
        }, state.Credits, player, cancellationToken).ConfigureAwait(false);
        _underWay = null;
    }

    private GeniusEvent MessageOf(string kind, double value, ReadOnlyMemory<byte> payload = default) => new()
    {
        Key = client.EventKey,
        RequestKey = new RequestKey(_run, 0, _sequence++),
        Kind = kind,
        Time = clock.GetUtcNow(),
        Place = place,
        Value = value,
        Payload = payload,
    };

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
