using Genie.EventStore;
using Genie.Extensions.Genius.Licences;
using System.Globalization;
using System.Text.Json;
using GameLicenseExample.Game;
using GameLicenseExample.Playing;
using Genie.Geocoding;

namespace GameLicenseExample.Tests.Playing;

public sealed class GameRoundTests : IAsyncLifetime, IDisposable
{
    private static readonly GeoPoint Philadelphia = new(39.9956, -75.1145);
    private static readonly GeoPoint Pentagon = new(38.870945, -77.055252);
    private static readonly PayTable Table = PayTable.ForHoldRate(PayTable.DefaultHoldRate);
    private readonly StringWriter _output = new(CultureInfo.InvariantCulture);
    private LocalIssuer _issuer = null!;

    public async Task InitializeAsync() => _issuer = await LocalIssuer.OpenAsync();

    public async Task DisposeAsync() => await _issuer.DisposeAsync();

    public void Dispose() => _output.Dispose();

    [Fact]
    public async Task Every_play_is_an_event_from_which_the_credits_follow()
    {
        var game = new SlotGame(Table, new SeededRandom(3), credits: 50);
        Assert.True(await RunAsync(Philadelphia, game, new ScriptedPlayer(plays: 30, risk: 2)));
        var events = await _issuer.ReadEventsAsync();
        Assert.Equal([PlayJournal.Begun, .. Enumerable.Repeat(PlayJournal.Played, (int)game.State.Plays), PlayJournal.Left], events.Select(each => each.Kind));
        Assert.Equal(game.State.Credits, events[0].Value + events.Where(each => each.Kind == PlayJournal.Played).Sum(each => each.Value));
        Assert.Equal(game.State.Credits, events[^1].Value);
        Assert.All(events, each => Assert.Equal(Philadelphia, each.Place));
        using var last = JsonDocument.Parse(events[^2].Payload);
        Assert.Equal(game.State.Credits, last.RootElement.GetProperty("credits").GetInt64());
    }

    /// <summary>More requests than the issuer, and the machine, remember of one sender.</summary>
    [Fact]
    public async Task A_game_has_as_many_plays_as_the_player_likes()
    {
        var game = new SlotGame(Table, new SeededRandom(3), credits: 100_000);
        Assert.True(await RunAsync(Philadelphia, game, new ScriptedPlayer(plays: 1_100, risk: 1)));
        Assert.Equal(1_100, game.State.Plays);
    }

    [Fact]
    public async Task Where_the_licence_is_denied_nothing_is_played()
    {
        var game = new SlotGame(Table, new SeededRandom(3), credits: 50);
        Assert.False(await RunAsync(Pentagon, game, new ScriptedPlayer(plays: 30, risk: 2)));
        Assert.Equal("denied Arlington, Virginia, United States of America (county 51013): no rule grants a licence in Arlington, Virginia, United States of America", Lines.Single());
        Assert.Equal(0, game.State.Plays);
        Assert.Empty(await _issuer.ReadEventsAsync());
    }

    [Fact]
    public async Task A_licence_that_is_revoked_ends_the_game_and_the_play_does_not_count()
    {
        var game = new SlotGame(Table, new SeededRandom(3), credits: 50);
        Assert.False(await RunAsync(Philadelphia, game, new Revoking(_issuer, afterPlays: 3)));
        Assert.Equal(3, game.State.Plays);
        Assert.True(game.IsOver);
        Assert.Equal(3, (await _issuer.ReadEventsAsync()).Count(each => each.Kind == PlayJournal.Played));
        Assert.Contains("reported stolen", Lines[^2], StringComparison.Ordinal);

        // The credits go to the player all the same; nothing else is recorded without a licence.
        var left = (await _issuer.ReadEventsAsync())[^1];
        Assert.Equal((PlayJournal.Left, game.State.Credits), (left.Kind, (long)left.Value));
        await Assert.ThrowsAsync<LicenceNotInForceException>(() => _issuer.Client.RecordAsync(left with { RequestKey = new RequestKey(9, 9, 9) }, default));
        await Assert.ThrowsAsync<LicenceNotInForceException>(() => _issuer.Client.RecordAsync(left with { Kind = PlayJournal.Played, RequestKey = new RequestKey(9, 9, 10) }, default));
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(2)]
    public async Task A_game_that_is_told_to_end_says_that_the_player_left_with_what_is_on_record(int arrives)
    {
        // 0: between two plays; 1: with a play that has not arrived; 2: with one that has, and whose answer is lost.
        var game = new SlotGame(Table, new SeededRandom(3), credits: 50);
        using var stop = new CancellationTokenSource();
        var requests = 0;
        var client = _issuer.ClientThrough(inner => new UnsteadyConnection(inner, () => arrives > 0 && ++requests == 5, () => arrives == 2) { Hold = () => requests == 5 ? stop.CancelAsync() : Task.CompletedTask });
        var view = new PlainView(_output);
        var round = new GameRound(client, view, TimeProvider.System, new ServerOutage(view, TimeProvider.System, ServerOutage.DefaultLimit));
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => round.RunAsync(Philadelphia, game, Table, new Stopping(stop, arrives == 0 ? 3 : int.MaxValue), stop.Token));
        var events = await _issuer.ReadEventsAsync();
        Assert.Equal([PlayJournal.Begun, .. Enumerable.Repeat(PlayJournal.Played, events.Count - 2), PlayJournal.Left], events.Select(each => each.Kind));
        Assert.Equal(events[0].Value + events.Where(each => each.Kind == PlayJournal.Played).Sum(each => each.Value), events[^1].Value);
        Assert.Equal(game.State.Credits, events[^1].Value);
        Assert.Equal(events.Count - 2, game.State.Plays);
        Assert.StartsWith($"left with {game.State.Credits} credits", Lines[^1], StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_script_stakes_what_is_left_and_ends_when_nothing_is()
    {
        var game = new SlotGame(PayTable.ForHoldRate(PayTable.HoldRateMax), new SeededRandom(3), credits: 25);
        Assert.True(await RunAsync(Philadelphia, game, new ScriptedPlayer(plays: 10_000, risk: 10)));
        Assert.Equal(0, game.State.Credits);
        Assert.StartsWith("left with 0 credits", Lines[^1], StringComparison.Ordinal);
    }

    [Fact]
    public async Task Keys_play_change_the_stake_and_leave()
    {
        var keys = new Queue<ConsoleKeyInfo>([Key(ConsoleKey.UpArrow), Key(ConsoleKey.Add, '+'), Key(ConsoleKey.Enter), Key(ConsoleKey.A, 'a'), Key(ConsoleKey.DownArrow), Key(ConsoleKey.Spacebar), Key(ConsoleKey.Q, 'q')]);
        var game = new SlotGame(Table, new SeededRandom(3), credits: 50);
        Assert.True(await RunAsync(Philadelphia, game, new KeyboardPlayer(_ => Task.FromResult<ConsoleKeyInfo?>(keys.Dequeue()), Nothing, new PlainView(_output), risk: 1)));
        Assert.Empty(keys);
        Assert.Equal(2, game.State.Plays);
        Assert.Equal(3 + 2, game.State.Staked);
    }

    [Fact]
    public async Task A_stake_by_keys_stays_within_what_is_left_and_the_end_of_input_leaves()
    {
        var keys = new Queue<ConsoleKeyInfo?>([Key(ConsoleKey.DownArrow), Key(ConsoleKey.DownArrow), Key(ConsoleKey.Enter), Key(ConsoleKey.UpArrow), Key(ConsoleKey.UpArrow), Key(ConsoleKey.UpArrow), null]);
        var game = new SlotGame(Table, new AlwaysLosing(), credits: 2);
        Assert.True(await RunAsync(Philadelphia, game, new KeyboardPlayer(_ => Task.FromResult(keys.Dequeue()), Nothing, new PlainView(_output), risk: 1)));
        Assert.Equal(1, game.State.Staked);
        Assert.Empty(keys);
    }

    private string[] Lines => _output.ToString().Split('\n', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries);

    private Task<bool> RunAsync(GeoPoint place, SlotGame game, IPlayer player) =>
        new GameRound(_issuer.Client, new PlainView(_output), TimeProvider.System, new ServerOutage(new PlainView(_output), TimeProvider.System, ServerOutage.DefaultLimit)).RunAsync(place, game, Table, player, default);

    private static void Nothing()
    {
        // No key is pressed before it is read.
    }

    private static ConsoleKeyInfo Key(ConsoleKey key, char character = '\0') => new(character, key, shift: false, alt: false, control: false);

    private sealed class AlwaysLosing : IGameRandom
    {
        public int Next(int count) => count - 1;
    }

    private sealed class Stopping(CancellationTokenSource stop, int afterPlays) : IPlayer
    {
        public async ValueTask<int?> NextRiskAsync(SlotGame game, CancellationToken cancellationToken)
        {
            if (game.State.Plays == afterPlays) await stop.CancelAsync();
            cancellationToken.ThrowIfCancellationRequested();
            return 1;
        }
    }

    private sealed class Revoking(LocalIssuer issuer, int afterPlays) : IPlayer
    {
        public async ValueTask<int?> NextRiskAsync(SlotGame game, CancellationToken cancellationToken)
        {
            if (game.State.Plays == afterPlays) Assert.True(await issuer.Provisioner.RevokeAsync(issuer.Machine.Public, "reported stolen", cancellationToken));
            return 1;
        }
    }
}
