using GameLicenseExample.Tests.Features;
using System.Globalization;
using GameLicenseExample.Game;
using GameLicenseExample.Playing;
using Genie.Extensions.Genius.Licences;
using Genie.Geocoding;
using Genie.Testing;
using Xunit.Abstractions;

namespace GameLicenseExample.Tests.Playing;

/// <summary>A game whose server goes away, and one that lasts longer than its licence.</summary>
public sealed class ServerOutageTests(ITestOutputHelper log) : IAsyncLifetime, IDisposable
{
    private static readonly GeoPoint Philadelphia = new(39.9956, -75.1145);
    private static readonly PayTable Table = PayTable.ForHoldRate(PayTable.DefaultHoldRate);
    private readonly SignallingWriter _output = new();
    private readonly ManualClock _licenceClock = new();
    private LocalIssuer _issuer = null!;

    public async Task InitializeAsync() => _issuer = await LocalIssuer.OpenAsync(new LicenceOptions { ValidFor = TimeSpan.FromHours(1), Clock = _licenceClock });

    public async Task DisposeAsync() => await _issuer.DisposeAsync();

    public void Dispose() => _output.Dispose();

    [Fact]
    public async Task However_often_the_server_goes_away_each_play_counts_once_and_credits_are_those_of_an_undisturbed_game()
    {
        var seed = Environment.TickCount;
        log.WriteLine($"seed {seed}");
        var random = new Random(seed);
        var game = new SlotGame(Table, new SeededRandom(3), credits: 100);
        UnsteadyConnection connection = null!;
        var asked = 0;
        var client = _issuer.ClientThrough(inner => connection = new UnsteadyConnection(inner, () => asked++ == 5 || random.Next(8) == 0, () => random.Next(2) == 0));
        Assert.True(await RunAsync(client, game, new ScriptedPlayer(plays: 40, risk: 2), TimeSpan.MaxValue));

        var undisturbed = new SlotGame(Table, new SeededRandom(3), credits: 100);
        for (var i = 0; i < 40; i++) undisturbed.Settle(undisturbed.Draw(2));
        Assert.Equal(undisturbed.State, game.State);
        var events = await _issuer.ReadEventsAsync();
        Assert.Equal([PlayJournal.Begun, .. Enumerable.Repeat(PlayJournal.Played, 40), PlayJournal.Left], events.Select(each => each.Kind));
        Assert.Equal(game.State.Credits, events[0].Value + events.Where(each => each.Kind == PlayJournal.Played).Sum(each => each.Value));
        Assert.True(connection.Lost > 0);
        var away = Lines.Where(each => each.StartsWith("away: the game server does not answer; your ", StringComparison.Ordinal)).ToList();
        Assert.NotEmpty(away);
        Assert.Equal(away.Count, Lines.Count(each => each == "back: the game server answers again"));
    }

    [Fact]
    public async Task A_server_that_does_not_come_back_ends_the_game_and_says_what_the_player_has()
    {
        var game = new SlotGame(Table, new SeededRandom(3), credits: 100);
        var client = _issuer.ClientThrough(inner => new UnsteadyConnection(inner, () => game.State.Plays == 5, () => false));
        var error = await Assert.ThrowsAsync<ServerAwayException>(() => RunAsync(client, game, new ScriptedPlayer(plays: 40, risk: 2), TimeSpan.FromSeconds(1)));
        Assert.Matches($"^The game server has been away for [0-9]+ s, so the game ends here. You have {game.State.Credits} credits", error.Message);
        Assert.Equal(5, (await _issuer.ReadEventsAsync()).Count(each => each.Kind == PlayJournal.Played));
    }

    [Fact]
    public async Task A_server_that_is_halted_and_answers_nothing_ends_the_game_when_the_wait_is_over()
    {
        var game = new SlotGame(Table, new SeededRandom(3), credits: 100);
        var never = new TaskCompletionSource();
        var client = _issuer.ClientThrough(inner => new UnsteadyConnection(inner, () => false, () => true) { Hold = () => game.State.Plays == 5 ? never.Task : Task.CompletedTask });
        var error = await Assert.ThrowsAsync<ServerAwayException>(() => RunAsync(client, game, new ScriptedPlayer(plays: 40, risk: 2), TimeSpan.FromSeconds(1)));
        Assert.Contains($"You have {game.State.Credits} credits", error.Message, StringComparison.Ordinal);
    }

    /// <summary>An issuer whose memory of envelopes is full for a while refuses as if it were another's.</summary>
    [Fact]
    public async Task An_issuer_that_refuses_for_a_while_is_waited_for()
    {
        var game = new SlotGame(Table, new SeededRandom(3), credits: 100);
        var refusals = 3;
        var client = _issuer.ClientThrough(inner => new SilentConnection(inner, () => game.State.Plays == 2 && refusals-- > 0));
        Assert.True(await RunAsync(client, game, new ScriptedPlayer(plays: 4, risk: 2), TimeSpan.MaxValue));
        Assert.Equal(4, game.State.Plays);
        Assert.Contains("back: the game server answers again", Lines);
    }

    [Fact]
    public async Task A_server_that_is_slow_is_waited_for_in_words_and_asked_once()
    {
        var game = new SlotGame(Table, new SeededRandom(3), credits: 100);
        var held = new TaskCompletionSource();
        UnsteadyConnection connection = null!;
        var client = _issuer.ClientThrough(inner => connection = new UnsteadyConnection(inner, () => false, () => true) { Hold = () => game.State.Plays == 2 ? held.Task : Task.CompletedTask });
        var playing = RunAsync(client, game, new ScriptedPlayer(plays: 4, risk: 2), TimeSpan.MaxValue);
        await _output.Away.Task;

        // On a slow machine the player may have been told before, at another request.
        var requests = await TestFeatures.UntilAsync(() => Task.FromResult(connection.Requests), made => made >= 1 + 1 + 3);
        held.SetResult();
        Assert.True(await playing);
        Assert.Equal(1 + 1 + 3, requests);
        Assert.Contains("back: the game server answers again", Lines);
        Assert.Equal(4, game.State.Plays);
    }

    [Fact]
    public async Task An_answer_in_the_moment_in_which_the_player_is_told_to_wait_is_an_answer()
    {
        var clock = new ManualClock();
        var outage = new ServerOutage(new PlainView(_output), clock, TimeSpan.MaxValue);
        for (var i = 0; i < 3000; i++)
        {
            var answer = new TaskCompletionSource<int>(TaskCreationOptions.RunContinuationsAsynchronously);
            var asking = outage.AskAsync(_ => answer.Task, credits: 100, new ScriptedPlayer(plays: 1, risk: 1), default);
            clock.Advance(TimeSpan.FromMilliseconds(500));
            answer.SetResult(i);
            Assert.Equal(i, await asking);
        }
    }

    [Fact]
    public async Task Keys_that_were_pressed_while_the_server_was_away_do_not_play()
    {
        var keys = new Queue<ConsoleKeyInfo>([Key(ConsoleKey.Enter), Key(ConsoleKey.Enter), Key(ConsoleKey.Enter)]);
        var forgotten = 0;
        var game = new SlotGame(Table, new SeededRandom(3), credits: 100);
        var failures = 2;
        var client = _issuer.ClientThrough(inner => new UnsteadyConnection(inner, () => keys.Count == 2 && failures-- > 0, () => true));
        var player = new KeyboardPlayer(_ => Task.FromResult<ConsoleKeyInfo?>(keys.Count > 0 ? keys.Dequeue() : null), () =>
        {
            forgotten++;
            keys.Clear();
        }, new PlainView(_output), risk: 1);
        Assert.True(await RunAsync(client, game, player, TimeSpan.MaxValue));
        Assert.Equal((1, 1), (game.State.Plays, forgotten));
    }

    [Fact]
    public async Task A_game_that_lasts_longer_than_its_licence_has_it_renewed()
    {
        var game = new SlotGame(Table, new SeededRandom(3), credits: 100);
        Assert.True(await RunAsync(_issuer.Client, game, new Slow(_licenceClock, plays: 10, () => Task.CompletedTask), TimeSpan.MaxValue));
        Assert.Equal(10, game.State.Plays);

        // At 60, 120 and 180 minutes: 3/4 of an hour after each decision, at the first play that comes.
        Assert.Equal(4, await CountDecisionsAsync());
    }

    [Fact]
    public async Task Where_a_licence_is_not_granted_again_the_game_ends_and_the_credits_stay()
    {
        var game = new SlotGame(Table, new SeededRandom(3), credits: 100);
        Assert.False(await RunAsync(_issuer.Client, game, new Slow(_licenceClock, plays: 10, _issuer.DenyAsync), TimeSpan.MaxValue));
        Assert.Equal(2, game.State.Plays);
        Assert.Matches("^ended There is no licence in force: ", Lines[^2]);
        Assert.StartsWith($"left with {game.State.Credits} credits", Lines[^1], StringComparison.Ordinal);
    }

    private string[] Lines => _output.ToString().Split('\n', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries);

    private Task<bool> RunAsync(LicenceClient client, SlotGame game, IPlayer player, TimeSpan limit)
    {
        var view = new PlainView(_output);
        return new GameRound(client, view, _licenceClock, new ServerOutage(view, TimeProvider.System, limit)).RunAsync(Philadelphia, game, Table, player, default);
    }

    private async Task<int> CountDecisionsAsync()
    {
        var decisions = 0;
        await foreach (var each in _issuer.Store.ReadStreamAsync(LicenceEvents.StreamOf(_issuer.Machine.Public), 1, default)) decisions += each.Type == LicenceEvents.Decided ? 1 : 0;
        return decisions;
    }

    private static ConsoleKeyInfo Key(ConsoleKey key) => new('\0', key, shift: false, alt: false, control: false);

    /// <summary>Says when the player has been told that the server is away.</summary>
    private sealed class SignallingWriter() : StringWriter(CultureInfo.InvariantCulture)
    {
        public TaskCompletionSource Away { get; } = new(TaskCreationOptions.RunContinuationsAsynchronously);

        public override void WriteLine(string? value)
        {
            base.WriteLine(value);
            if (value?.StartsWith("away: ", StringComparison.Ordinal) == true) Away.TrySetResult();
        }
    }

    /// <summary>Plays every 20 minutes.</summary>
    private sealed class Slow(ManualClock clock, int plays, Func<Task> first) : IPlayer
    {
        public async ValueTask<int?> NextRiskAsync(SlotGame game, CancellationToken cancellationToken)
        {
            if (game.State.Plays == 0) await first();
            if (game.State.Plays == plays) return null;
            clock.Advance(TimeSpan.FromMinutes(20));
            return 1;
        }
    }
}
