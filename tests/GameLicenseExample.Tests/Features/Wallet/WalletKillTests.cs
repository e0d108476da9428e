using System.Collections.Concurrent;
using System.Globalization;
using System.Net;
using System.Net.Http.Json;
using GameLicenseExample.Features.Wallet;
using GameLicenseExample.Tests.Features.Serving;
using Genie.EventStore.Embedded;
using Xunit.Abstractions;

namespace GameLicenseExample.Tests.Features.Wallet;

/// <summary>The real server, killed with -9 while clients transfer by HTTP. GENIE_KILLS=100 for a longer run.</summary>
public sealed class WalletKillTests(ITestOutputHelper output) : IDisposable
{
    private const int KillsByDefault = 10;
    private const int Workers = 4;
    private const int CreditsEach = 200;
    private static readonly string[] Players = ["ann", "ben", "cem"];
    private readonly GameServer _server = new();
    private readonly ConcurrentDictionary<string, Transfer> _confirmed = new();
    private readonly ConcurrentDictionary<string, Transfer> _refused = new();
    private readonly ConcurrentQueue<Transfer> _unanswered = new();

    public void Dispose() => _server.Dispose();

    [Fact]
    public async Task Credits_stay_balanced_and_every_confirmed_transfer_is_there_once()
    {
        var kills = int.Parse(Environment.GetEnvironmentVariable("GENIE_KILLS") ?? $"{KillsByDefault}", CultureInfo.InvariantCulture);
        var seed = Environment.TickCount;
        output.WriteLine($"seed {seed}");
        var random = new Random(seed);
        await _server.StartAsync();
        foreach (var each in Players) await _server.DoAsync("wallet/pay-in", new { request = $"in-{each}", player = each, credits = CreditsEach });
        for (var kill = 0; kill < kills; kill++)
        {
            await SendAgainAsync();
            await TransferAndKillAsync(kill, random);
            await _server.StartAsync();
        }

        await SendAgainAsync();
        await _server.KillAsync();
        output.WriteLine($"{kills} kills, {_confirmed.Count} transfers confirmed, {_refused.Count} refused");
        await VerifyAsync();
    }

    /// <summary>Under load from several clients, until some have been confirmed; then SIGKILL in the midst of the others.</summary>
    private async Task TransferAndKillAsync(int life, Random random)
    {
        var (before, count) = (_confirmed.Count, random.Next(5, 60));
        var enough = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        var workers = Enumerable.Range(0, Workers).Select(worker => (Worker: worker, Seed: random.Next())).Select(each => Task.Run(async () =>
        {
            var luck = new Random(each.Seed);
            for (var i = 0; ; i++)
            {
                var from = luck.Next(Players.Length);
                var to = (from + 1 + luck.Next(Players.Length - 1)) % Players.Length;
                if (!await TrySendAsync(new Transfer($"{life}-{each.Worker}-{i}", Players[from], Players[to], luck.Next(1, 50)))) return;
                if (_confirmed.Count >= before + count) enough.TrySetResult();
            }
        })).ToList();
        await enough.Task;
        await _server.KillAsync();
        await Task.WhenAll(workers);
    }

    /// <summary>What was not answered is sent again under the same name: whether it had taken effect, nobody knew.</summary>
    private async Task SendAgainAsync()
    {
        while (_unanswered.TryDequeue(out var transfer)) Assert.True(await TrySendAsync(transfer));
    }

    private async Task<bool> TrySendAsync(Transfer transfer)
    {
        try
        {
            using var response = await _server.Http.PostAsJsonAsync("features/wallet/transfer", transfer);
            if (response.StatusCode == HttpStatusCode.OK) Assert.True(_confirmed.TryAdd(transfer.Request, transfer));
            else Assert.True(response.StatusCode == HttpStatusCode.Conflict && _refused.TryAdd(transfer.Request, transfer), $"{response.StatusCode}");
            return true;
        }
        catch (Exception error) when (error is HttpRequestException or ObjectDisposedException or TaskCanceledException)
        {
            _unanswered.Enqueue(transfer);
            return false;
        }
    }

    private async Task VerifyAsync()
    {
        await using var store = await EmbeddedEventStore.OpenAsync(new EmbeddedStoreOptions { Folder = Path.Combine(_server.Folder, "events"), SegmentBytes = 4 << 20 }, default);
        using var wallet = new CreditWallet(store, TimeProvider.System);
        var entries = new List<Posted>();
        await foreach (var each in wallet.ReadEntriesAsync(default)) entries.Add(each);
        Assert.All(entries, static entry => Assert.Equal(0, entry.Postings.Sum(static posting => posting.Credits)));
        Assert.Equal(Players.Length, entries.RemoveAll(static entry => entry.Reason == "paid in"));

        // As often as confirmed, which is once, and nothing else: what was refused has left no trace.
        Assert.Equal(_confirmed.Keys.Order(StringComparer.Ordinal), entries.Select(static entry => entry.Request["http/".Length..]).Order(StringComparer.Ordinal));
        foreach (var entry in entries)
        {
            var sent = _confirmed[entry.Request["http/".Length..]];
            Assert.Equal([new Posting($"player/{sent.From}", -sent.Credits), new Posting($"player/{sent.To}", sent.Credits)], entry.Postings);
        }

        var state = await wallet.ReadAsync(default);
        Assert.Equal((0, -CreditsEach * Players.Length), (state.Sum, state.BalanceOf(CreditWallet.House)));
        Assert.All(Players, player => Assert.True(state.BalanceOf($"player/{player}") >= 0));
    }

    private sealed record Transfer(string Request, string From, string To, long Credits);
}
