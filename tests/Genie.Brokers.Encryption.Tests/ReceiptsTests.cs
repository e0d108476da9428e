using Genie.Brokers.Encryption.Listening;
using Genie.Brokers.Encryption.Protocol;
using Genie.Genuine.Identities;
using Genie.Genuine.Storage;
using Genie.Testing;

namespace Genie.Brokers.Encryption.Tests;

public sealed class ReceiptsTests : IDisposable
{
    private const int SendersMax = 8;

    private readonly ManualClock _clock = new();
    private readonly IdentityKeyPair _listener = IdentityKeyPair.Generate();
    private readonly SealedStore _store = new(new MemoryStateStore(), new byte[32]);
    private readonly EncryptionOptions _options;
    private IReceipts _receipts;

    public ReceiptsTests()
    {
        _clock.Advance(TimeSpan.FromDays(20_000));
        _options = new EncryptionOptions { Identity = _listener, SendersMax = SendersMax, ConnectionsPerSenderMax = 4, Clock = _clock };
        _receipts = new MemoryReceipts(_options);
    }

    private long Now => _clock.GetUtcNow().ToUnixTimeMilliseconds();

    [Fact]
    public async Task Strangers_whose_clocks_run_ahead_shut_out_one_another_and_no_newcomer()
    {
        const long Ahead = 300_000;
        var refused = new List<RefusalReason?>();
        for (var i = 0; i < 50; i++) refused.Add(await ClaimAsync(Stranger(), Now + Ahead));
        Assert.Equal(SendersMax / 2, refused.Count(reason => reason is null));
        Assert.All(refused.Skip(SendersMax / 2), reason => Assert.Equal(RefusalReason.TooNew, reason));

        // Many newcomers, one after the other, each with two messages, while strangers go on.
        for (var i = 0; i < 50; i++)
        {
            var (newcomer, opened) = (Stranger(), Now);
            Assert.Null(await ClaimAsync(newcomer, opened));
            await ClaimAsync(Stranger(), Now + Ahead);
            Assert.Null(await ClaimAsync(newcomer, opened, number: 1));
            _clock.Advance(TimeSpan.FromMilliseconds(10));
        }

        // When their time is there they are as all others.
        _clock.Advance(TimeSpan.FromMilliseconds(Ahead));
        for (var i = 0; i < 50; i++)
        {
            Assert.Null(await ClaimAsync(Stranger(), Now + 1));
            _clock.Advance(TimeSpan.FromMilliseconds(10));
        }
    }

    /// <summary>Without a store senders are forgotten, with one those who sent nothing for long; connections of one sender in both.</summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Nothing_that_was_handled_is_handled_again_whoever_is_forgotten(bool isStored)
    {
        if (isStored) _receipts = new StoredReceipts(_store, _options);
        var random = new Random(7);
        PublicIdentity[] senders = [.. Enumerable.Range(0, 3 * SendersMax).Select(_ => Stranger())];
        var handled = new HashSet<(PublicIdentity, long, ulong)>();
        for (var step = 0; step < 3000; step++)
        {
            var (sender, opened, number) = (senders[random.Next(senders.Length)], Now - 2000 + (100 * random.Next(60)), (ulong)random.Next(3));
            if (await ClaimAsync(sender, opened, number) is null) Assert.True(handled.Add((sender, opened, number)), $"step {step}: handled twice");
            if (handled.Count > 0 && random.Next(3) == 0)
            {
                var (again, when, same) = handled.ElementAt(random.Next(handled.Count));
                Assert.NotNull(await ClaimAsync(again, when, same));
            }

            _clock.Advance(TimeSpan.FromMilliseconds(100 * random.Next(3)));
        }

        Assert.True(handled.Count > 100, $"{handled.Count} were handled.");
    }

    public void Dispose()
    {
        _store.Dispose();
        _listener.Dispose();
    }

    private static PublicIdentity Stranger()
    {
        using var identity = IdentityKeyPair.Generate();
        return identity.Public;
    }

    private async Task<RefusalReason?> ClaimAsync(PublicIdentity sender, long opened, ulong number = 0)
    {
        try
        {
            var stamp = new MessageStamp(default, new ConnectionName(opened, 1), number, Now, 0);
            List<StateChange> changes = [];
            await _receipts.ClaimAsync(sender, stamp, changes, CancellationToken.None);
            Assert.True(await _store.CommitAsync(changes, CancellationToken.None));
            return null;
        }
        catch (RefusedException refusal)
        {
            return refusal.Reason;
        }
    }
}
