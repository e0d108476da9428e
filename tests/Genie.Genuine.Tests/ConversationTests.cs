using Genie.Genuine.Conversations;
using Genie.Genuine.Handshake;
using Genie.Testing;

namespace Genie.Genuine.Tests;

public sealed class ConversationTests
{
    private static readonly byte[] Key = Pair.StorageKey;

    [Fact]
    public async Task First_messages_are_repeated_until_answered_and_read_in_any_order()
    {
        var (alice, bob) = (new Party(), new Party());
        using var ours = alice.With(bob);
        using var theirs = bob.With(alice);
        Assert.Throws<SessionNotReadyException>(() => ours.Encrypt([1]));
        ours.Start(await bob.PreKeys.CreateBundleAsync());
        byte[] first = ours.Encrypt([1]), second = ours.Encrypt([2], [9]), third = ours.Encrypt([3]);
        Assert.Equal([2], await theirs.DecryptAsync(second, new byte[] { 9 }));
        Assert.Equal([1], await theirs.DecryptAsync(first));
        await Assert.ThrowsAsync<MessageRefusedException>(async () => await theirs.DecryptAsync(first));
        Assert.Equal([4], await ours.DecryptAsync(theirs.Encrypt([4])));
        var after = ours.Encrypt([5]);
        Assert.NotEqual(FirstMessage.Format, after[0]);
        Assert.Equal([5], await theirs.DecryptAsync(after));
        Assert.Equal([3], await theirs.DecryptAsync(third));
    }

    [Fact]
    public async Task Both_may_begin_at_once()
    {
        for (var round = 0; round < 8; round++)
        {
            var (alice, bob) = (new Party(), new Party());
            using var ours = alice.With(bob);
            using var theirs = bob.With(alice);
            ours.Start(await bob.PreKeys.CreateBundleAsync());
            theirs.Start(await alice.PreKeys.CreateSharedBundleAsync());
            byte[] a = ours.Encrypt([1]), b = theirs.Encrypt([2]);
            Assert.Equal([1], await theirs.DecryptAsync(a));
            Assert.Equal([2], await ours.DecryptAsync(b));

            // Both send on the same session from now on.
            for (var i = 0; i < 3; i++)
            {
                byte[] c = ours.Encrypt([3]), d = theirs.Encrypt([4]);
                Assert.Equal([3], await theirs.DecryptAsync(c));
                Assert.Equal([4], await ours.DecryptAsync(d));
            }

            Assert.Equal(ours.Links[0].FirstMessage, theirs.Links[0].FirstMessage);
        }
    }

    [Fact]
    public async Task Side_that_lost_its_state_begins_anew_and_is_understood()
    {
        var (alice, bob) = (new Party(), new Party());
        using var ours = alice.With(bob);
        using var theirs = bob.With(alice);
        ours.Start(await bob.PreKeys.CreateBundleAsync());
        await theirs.DecryptAsync(ours.Encrypt([1]));
        await ours.DecryptAsync(theirs.Encrypt([2]));
        for (var i = 0; i < 8; i++)
        {
            using var anew = alice.With(bob);
            anew.Start(await bob.PreKeys.CreateBundleAsync());
            Assert.Equal([3], await theirs.DecryptAsync(anew.Encrypt([3])));
            Assert.Equal([4], await anew.DecryptAsync(theirs.Encrypt([4])));
        }

        Assert.Equal(ConversationLinks.MaxCount, theirs.Links.Count);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Replayed_first_message_is_refused_by_a_new_conversation_too(bool withOneTimeKey)
    {
        var (alice, bob) = (new Party(), new Party());
        using var ours = alice.With(bob);
        ours.Start(withOneTimeKey ? await bob.PreKeys.CreateBundleAsync() : await bob.PreKeys.CreateSharedBundleAsync());
        var first = ours.Encrypt([1]);
        using var forgetful = bob.With(alice);
        Assert.Equal([1], await forgetful.DecryptAsync(first));
        using var theirs = bob.With(alice);
        await Assert.ThrowsAsync<MessageRefusedException>(async () => await theirs.DecryptAsync(first));
    }

    [Fact]
    public async Task First_message_changed_anywhere_is_refused_and_uses_nothing_up()
    {
        var (alice, bob, eve) = (new Party(), new Party(), new Party());
        using var ours = alice.With(bob);
        using var theirs = bob.With(alice);
        using var another = eve.With(alice);
        using var wrongPeer = bob.With(eve);
        ours.Start(await bob.PreKeys.CreateBundleAsync());
        var first = ours.Encrypt([1]);
        for (var i = 0; i < first.Length; i++)
        {
            var changed = (byte[])first.Clone();
            changed[i] ^= 4;
            await Assert.ThrowsAsync<MessageRefusedException>(async () => await theirs.DecryptAsync(changed));
            await Assert.ThrowsAsync<MessageRefusedException>(async () => await theirs.DecryptAsync(first.AsMemory(0, i)));
        }

        await Assert.ThrowsAsync<MessageRefusedException>(async () => await another.DecryptAsync(first));
        await Assert.ThrowsAsync<MessageRefusedException>(async () => await wrongPeer.DecryptAsync(first));
        await Assert.ThrowsAsync<MessageRefusedException>(async () => await ours.DecryptAsync(first));
        await Assert.ThrowsAsync<MessageRefusedException>(async () => await theirs.DecryptAsync(first.AsMemory(FirstMessage.Size)));
        Assert.Equal([1], await theirs.DecryptAsync(first));
    }

    [Fact]
    public async Task Bundle_of_another_or_changed_is_refused()
    {
        var (alice, bob, eve) = (new Party(), new Party(), new Party());
        using var ours = alice.With(bob);
        var others = await eve.PreKeys.CreateBundleAsync();
        Assert.Throws<KeyRefusedException>(() => ours.Start(others));
        var encoded = (await bob.PreKeys.CreateBundleAsync()).Encode();
        Assert.Equal(PreKeyBundle.EncodedSize, encoded.Length);
        Assert.Equal(encoded, PreKeyBundle.Decode(encoded).Encode());
        for (var i = 0; i < encoded.Length; i++)
        {
            var changed = (byte[])encoded.Clone();
            changed[i] ^= 1;
            Assert.Throws<KeyRefusedException>(() => PreKeyBundle.Decode(changed));
        }

        Assert.Throws<KeyRefusedException>(() => PreKeyBundle.Decode(encoded.AsSpan(1)));
        Assert.Throws<KeyRefusedException>(() => PreKeyBundle.Decode([.. encoded.AsSpan(0, encoded.Length - 100), .. new byte[36], .. encoded.AsSpan(encoded.Length - 64)]));
    }

    [Fact]
    public async Task Bundle_that_expired_is_refused()
    {
        var clock = new ManualClock();
        var (alice, bob) = (new Party(options: new PreKeyOptions { Clock = clock }), new Party(options: new PreKeyOptions { Clock = clock }));
        var bundle = await bob.PreKeys.CreateBundleAsync();
        using var ours = alice.With(bob);
        clock.Advance(TimeSpan.FromDays(21));
        ours.Start(bundle);
        clock.Advance(TimeSpan.FromMilliseconds(1));
        Assert.Throws<KeyRefusedException>(() => ours.Start(bundle));
    }

    /// <summary>Alice lost her state and began anew; then what she began with first arrives. Bob goes on where Alice is.</summary>
    [Fact]
    public async Task First_message_that_was_delayed_does_not_split_the_conversation()
    {
        var clock = new ManualClock();
        var (alice, bob) = (new Party(options: new PreKeyOptions { Clock = clock }), new Party(options: new PreKeyOptions { Clock = clock }));
        using var theirs = bob.With(alice);
        byte[] first, second;
        using (var lost = alice.With(bob))
        {
            lost.Start(await bob.PreKeys.CreateBundleAsync());
            (first, second) = (lost.Encrypt([1]), lost.Encrypt([2]));
        }

        clock.Advance(TimeSpan.FromMinutes(1));
        using var ours = alice.With(bob);
        ours.Start(await bob.PreKeys.CreateBundleAsync());
        Assert.Equal([3], await theirs.DecryptAsync(ours.Encrypt([3])));
        Assert.Equal([1], await theirs.DecryptAsync(first));
        for (byte i = 0; i < 20; i++) Assert.Equal([i], await ours.DecryptAsync(theirs.Encrypt([i])));

        // One more from the lost session leads Bob astray, until Alice is heard again.
        Assert.Equal([2], await theirs.DecryptAsync(second));
        await theirs.DecryptAsync(ours.Encrypt([4]));
        for (byte i = 0; i < 20; i++) Assert.Equal([i], await ours.DecryptAsync(theirs.Encrypt([i])));
    }

    [Fact]
    public async Task Disposed_conversation_does_nothing_more()
    {
        var (alice, bob) = (new Party(), new Party());
        var ours = alice.With(bob);
        ours.Start(await bob.PreKeys.CreateBundleAsync());
        var message = ours.Encrypt([1]);
        ours.Dispose();
        Assert.Throws<ObjectDisposedException>(() => ours.Encrypt([1]));
        Assert.Throws<ObjectDisposedException>(() => ours.Export(Key));
        var bundle = await bob.PreKeys.CreateBundleAsync();
        Assert.Throws<ObjectDisposedException>(() => ours.Start(bundle));
        await Assert.ThrowsAsync<ObjectDisposedException>(async () => await ours.DecryptAsync(message));
    }

    [Fact]
    public async Task Signed_prekey_rotates_and_the_old_one_answers_for_a_while()
    {
        var clock = new ManualClock();
        var (alice, bob) = (new Party(options: new PreKeyOptions { Clock = clock }), new Party(options: new PreKeyOptions { Clock = clock }));
        var first = await bob.PreKeys.CreateBundleAsync();
        clock.Advance(TimeSpan.FromDays(6));
        Assert.Equal(first.SignedPreKeyId, (await bob.PreKeys.CreateBundleAsync()).SignedPreKeyId);
        clock.Advance(TimeSpan.FromDays(2));
        Assert.NotEqual(first.SignedPreKeyId, (await bob.PreKeys.CreateBundleAsync()).SignedPreKeyId);
        using var ours = alice.With(bob);
        using var theirs = bob.With(alice);
        ours.Start(first);
        var message = ours.Encrypt([1]);
        clock.Advance(TimeSpan.FromDays(12));
        Assert.Equal([1], await theirs.DecryptAsync(message));
        using var late = alice.With(bob);
        late.Start(await bob.PreKeys.CreateBundleAsync());
        message = late.Encrypt([2]);
        clock.Advance(TimeSpan.FromDays(22));
        await Assert.ThrowsAsync<MessageRefusedException>(async () => await theirs.DecryptAsync(message));
    }

    [Fact]
    public async Task One_time_prekeys_are_bounded()
    {
        var (alice, bob) = (new Party(), new Party(options: new PreKeyOptions { MaxOneTimePreKeys = 2 }));
        var oldest = await bob.PreKeys.CreateBundleAsync();
        await bob.PreKeys.CreateBundleAsync();
        await Task.Delay(1);
        var newest = await bob.PreKeys.CreateBundleAsync();
        using var theirs = bob.With(alice);
        using var late = alice.With(bob);
        late.Start(oldest);
        await Assert.ThrowsAsync<MessageRefusedException>(async () => await theirs.DecryptAsync(late.Encrypt([1])));
        using var ours = alice.With(bob);
        ours.Start(newest);
        Assert.Equal([1], await theirs.DecryptAsync(ours.Encrypt([1])));
    }

    [Fact]
    public async Task Stored_conversation_belongs_to_its_identities()
    {
        var (alice, bob, eve) = (new Party(), new Party(), new Party());
        using var ours = alice.With(bob);
        ours.Start(await bob.PreKeys.CreateBundleAsync());
        var stored = ours.Export(Key);
        using var restored = Conversation.Import(alice.PreKeys, bob.Identity.Public, stored, Key);
        using var theirs = bob.With(alice);
        Assert.Equal([1], await theirs.DecryptAsync(restored.Encrypt([1])));
        Assert.Throws<StateRefusedException>(() => Conversation.Import(alice.PreKeys, eve.Identity.Public, stored, Key));
        Assert.Throws<StateRefusedException>(() => Conversation.Import(bob.PreKeys, bob.Identity.Public, stored, Key));
        Assert.Throws<StateRefusedException>(() => Ratchet.RatchetSession.Import(stored, Key));
    }
}
