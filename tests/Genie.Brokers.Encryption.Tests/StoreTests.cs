using Genie.Genuine.Storage;
using Genie.Testing;

namespace Genie.Brokers.Encryption.Tests;

/// <summary>What listeners know outlives them, and is shared by several.</summary>
public sealed class StoreTests : EncryptionFixture
{
    private static byte[] Key => [.. Enumerable.Range(1, 32).Select(static i => (byte)i)];

    /// <summary>Before, all of them were confirmed, and none was ever handled.</summary>
    [Fact]
    public async Task Messages_sent_while_no_listener_runs_are_handled_by_the_next_one()
    {
        using var folder = new TemporaryFolder();
        var path = Path.Combine(folder.Path, "state");
        await using var connection = await ConnectAsync();
        using (var store = await FileStateStore.OpenAsync(path))
        {
            await using (await ListenAsync(With(store))) await SendAsync(connection, "before");
        }

        var waiting = Enumerable.Range(0, 20).Select(i => SendAsync(connection, $"letter {i}").AsTask()).ToArray();
        var request = AskAsync(connection, "request");
        using var again = await FileStateStore.OpenAsync(path);
        var next = await ListenAsync(With(again));
        await Task.WhenAll(waiting);
        Assert.Equal("request", await request);
        Assert.Equal(["before", .. Enumerable.Range(0, 20).Select(static i => $"letter {i}"), "request"], Handled);
        Assert.Equal(0, next.Refused);
        await next.DisposeAsync();
    }

    [Fact]
    public async Task Session_goes_on_with_the_next_listener_and_replays_are_known_to_it()
    {
        var store = new MemoryStateStore();
        await using var connection = await ConnectAsync();
        await using (await ListenAsync(With(store)))
        {
            for (var i = 0; i < 3; i++) await AskAsync(connection, $"first {i}");
            await SendAsync(connection, "letter");
        }

        await using var next = await ListenAsync(With(store));
        foreach (var message in Hostile.Messages.Where(static message => message.Length > 1).ToArray()) await SendRefusedAsync(() => Hostile.AskAsync(Channel, message));
        Assert.Equal(4, next.Refused);
        var asked = Hostile.Messages.Count;
        Assert.Equal("second", await AskAsync(connection, "second"));
        Assert.Equal(asked + 1, Hostile.Messages.Count);
        Assert.Equal(["first 0", "first 1", "first 2", "letter", "second"], Handled);
        Assert.Equal(0, await connection.CountUnhandledAsync(default));
    }

    [Fact]
    public async Task Listeners_that_share_a_store_share_a_channel_and_handle_each_message_once()
    {
        using var folder = new TemporaryFolder();
        var path = Path.Combine(folder.Path, "state");
        using var first = await FileStateStore.OpenAsync(path);
        using var second = await FileStateStore.OpenAsync(path);
        await using (await ListenAsync(With(first)))
        {
            await using var other = await ListenAsync(With(second));
            await using var connection = await ConnectAsync();

            // The attacker delivers each message twice, to whom the system pleases.
            Hostile.OnSend = static (message, deliver) => Task.WhenAll(deliver(message), SendRefusedAsync(() => deliver(message)));
            await Task.WhenAll(Enumerable.Range(0, 24).Select(async i =>
            {
                if (i % 2 == 0) Assert.Equal($"{i}", await AskAsync(connection, $"{i}"));
                else await SendRefusedAsync(() => SendAsync(connection, $"{i}").AsTask());
            }));
            Assert.Equal(Enumerable.Range(0, 24).Select(static i => $"{i}").Order(), Handled.Order());
        }
    }

    /// <summary>Without a store a listener that begins anew has forgotten what it handled: it says so, and the sender is told instead of having the request sent again.</summary>
    [Fact]
    public async Task Listener_that_lost_its_memory_is_found_out()
    {
        await using var connection = await ConnectAsync();
        await using (await ListenAsync()) Assert.Equal("to the first", await AskAsync(connection, "to the first"));
        await ListenAsync(OfBob with { RefusedChannel = static channel => channel + "-refused" });
        await Assert.ThrowsAsync<OutcomeUnknownException>(() => AskAsync(connection, "lost"));
        Assert.Equal("to the second", await AskAsync(connection, "to the second"));
        await SendAsync(connection, "letter");
        Assert.Equal(["to the first", "to the second", "letter"], Handled);
    }

    /// <summary>Who only sends hears of it when it asks again, which it does now and then.</summary>
    [Fact]
    public async Task One_way_sender_finds_a_listener_that_lost_its_memory()
    {
        await using var connection = await ConnectAsync();
        await using (await ListenAsync()) await SendAsync(connection, "to the first");
        var kept = new List<byte[]>();
        await using var keeper = await Hostile.ListenAsync($"{Channel}-refused", new ListenOptions(), (message, _, _) =>
        {
            lock (kept) kept.Add(System.Buffers.BuffersExtensions.ToArray(message));
            return ValueTask.CompletedTask;
        }, default);
        await ListenAsync(OfBob with { RefusedChannel = static channel => channel + "-refused" });
        await SendAsync(connection, "lost");
        Assert.Equal(RefusalReason.UnknownSession, Assert.Single(Refused).Reason);
        var refused = Hostile.Messages.Last();
        Clock.Advance(TimeSpan.FromMinutes(2));
        await Eventually.TrueAsync(async () =>
        {
            await SendAsync(connection, "found");
            lock (Handled) return Handled.Contains("found");
        });
        await Eventually.TrueAsync(() =>
        {
            lock (kept) return Task.FromResult(kept.Exists(message => message.AsSpan().SequenceEqual(refused)));
        });
        Assert.DoesNotContain("lost", Handled);
        Assert.True(await connection.CountUnhandledAsync(default) > 0);
    }

    /// <summary>Where the system delivers a message again because its handler failed, it is handled again.</summary>
    [Fact]
    public async Task Letter_whose_handler_failed_may_come_again()
    {
        foreach (var options in new[] { OfBob, With(new MemoryStateStore()) })
        {
            Handled.Clear();
            await using var listening = await ListenAsync(options);
            await using var connection = await ConnectAsync();
            await SendRefusedAsync(() => SendAsync(connection, "fail").AsTask());
            await SendRefusedAsync(() => Hostile.InjectAsync(Channel, Hostile.Messages.Last()));
            Assert.Equal(["fail", "fail"], Handled);
            Assert.Equal(0, listening.Refused);
        }
    }

    private EncryptionOptions With(IStateStore store) => OfBob with { Store = store, StorageKey = Key };
}
