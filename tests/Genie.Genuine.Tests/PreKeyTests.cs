using System.Security.Cryptography;
using Genie.Genuine.Handshake;

namespace Genie.Genuine.Tests;

/// <summary>What a store remembers of first messages is bounded, and nobody can use it to shut others out.</summary>
public sealed class PreKeyTests
{
    [Fact]
    public void One_initiator_gets_his_share_and_others_theirs()
    {
        using var table = Table();
        var eve = RandomNumberGenerator.GetBytes(32);
        for (var i = 0; i < PreKeyTable.MaxUsesOfOne; i++) Assert.True(table.TryConsume(Use(eve)));
        Assert.False(table.TryConsume(Use(eve)));
        Assert.True(table.TryConsume(Use(RandomNumberGenerator.GetBytes(32))));
    }

    [Fact]
    public void First_messages_with_a_one_time_prekey_are_not_counted()
    {
        using var table = Table();
        var eve = RandomNumberGenerator.GetBytes(32);
        for (uint id = 1; id <= PreKeyTable.MaxUsesOfOne + 10; id++)
        {
            table.AddOneTime(new StoredPreKey(id, new byte[32], DateTimeOffset.UnixEpoch), 10);
            Assert.True(table.TryConsume(Use(eve) with { OneTimeId = id }));
            Assert.False(table.TryConsume(Use(eve) with { OneTimeId = id }));
        }

        Assert.Equal(0, table.LatestSigned()!.RememberedUses);
    }

    /// <summary>Half a prekey's first messages are spent by a crowd of identities: the next bundle has another, and whoever comes then is welcome.</summary>
    [Fact]
    public async Task Crowd_that_spends_a_signed_prekey_brings_the_next_one()
    {
        using var store = new MemoryPreKeyStore();
        var party = new Party();
        var preKeys = new PreKeys(party.Identity, store);
        var first = await preKeys.CreateSharedBundleAsync();
        for (var i = 0; i < PreKeyTable.MaxUses / 2; i++)
        {
            var use = new PreKeyUse(first.SignedPreKeyId, 0, RandomNumberGenerator.GetBytes(32), RandomNumberGenerator.GetBytes(32));
            Assert.True(await store.TryConsumeAsync(use, default));
        }

        var second = await preKeys.CreateSharedBundleAsync();
        Assert.NotEqual(first.SignedPreKeyId, second.SignedPreKeyId);
        var alice = new Party();
        foreach (var bundle in new[] { first, second })
        {
            using var ours = new Conversations.Conversation(alice.PreKeys, party.Identity.Public);
            using var theirs = new Conversations.Conversation(preKeys, alice.Identity.Public);
            ours.Start(bundle);
            Assert.Equal([1], await theirs.DecryptAsync(ours.Encrypt([1])));
        }
    }

    [Fact]
    public void Signed_prekeys_are_bounded()
    {
        using var table = Table();
        for (uint id = 2; id <= PreKeyTable.MaxSigned + 1; id++) table.AddSigned(new StoredPreKey(id, new byte[32], DateTimeOffset.UnixEpoch));
        Assert.Null(table.FindSigned(1));
        Assert.NotNull(table.FindSigned(2));
        Assert.Equal(PreKeyTable.MaxSigned + 1u, table.LatestSigned()!.Id);
    }

    private static PreKeyUse Use(byte[] initiator) => new(1, 0, RandomNumberGenerator.GetBytes(32), initiator);

    private static PreKeyTable Table()
    {
        var table = new PreKeyTable();
        table.AddSigned(new StoredPreKey(1, new byte[32], DateTimeOffset.UnixEpoch));
        return table;
    }
}
