using Genie.Genuine.Conversations;
using Genie.Genuine.Handshake;
using Genie.Genuine.Identities;
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
            // The prekeys' numbers and the one-time prekey are not signed; with them changed, the first message is refused.
            if (i is >= 33 and < 37 or >= 133) continue;
            var changed = (byte[])encoded.Clone();
            changed[i] ^= 1;
            Assert.Throws<KeyRefusedException>(() => PreKeyBundle.Decode(changed));
        }

        Assert.Throws<KeyRefusedException>(() => PreKeyBundle.Decode(encoded.AsSpan(1)));
        Assert.Throws<KeyRefusedException>(() => PreKeyBundle.Decode([.. encoded.AsSpan(0, encoded.Length - 32), .. new byte[32]]));
    }

    [Fact]
    public async Task Signed_prekey_rotates_and_the_old_one_answers_for_a_while()
    {
        var clock = new ManualClock();
        var (alice, bob) = (new Party(), new Party(options: new PreKeyOptions { Clock = clock }));
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
    public async Task File_store_survives_a_restart_and_opens_with_its_key_alone()
    {
        var folder = Directory.CreateTempSubdirectory("genuine");
        try
        {
            var path = Path.Combine(folder.FullName, "prekeys");
            using var identity = IdentityKeyPair.Generate();
            byte[] bundle, shared;
            using (var store = await FilePreKeyStore.OpenAsync(path, Key))
            {
                var preKeys = new PreKeys(identity, store);
                (bundle, shared) = ((await preKeys.CreateBundleAsync()).Encode(), (await preKeys.CreateSharedBundleAsync()).Encode());
            }

            var alice = new Party();
            foreach (var encoded in new[] { bundle, shared }) await ReadOnceAcrossRestarts(path, identity, alice, PreKeyBundle.Decode(encoded));
            await Assert.ThrowsAsync<StateRefusedException>(() => FilePreKeyStore.OpenAsync(path, new byte[32]));
            var stored = await File.ReadAllBytesAsync(path);
            stored[^20] ^= 1;
            await File.WriteAllBytesAsync(path, stored);
            await Assert.ThrowsAsync<StateRefusedException>(() => FilePreKeyStore.OpenAsync(path, Key));
        }
        finally
        {
            folder.Delete(recursive: true);
        }
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

    private static async Task ReadOnceAcrossRestarts(string path, IdentityKeyPair identity, Party alice, PreKeyBundle bundle)
    {
        using var ours = new Conversation(alice.PreKeys, identity.Public);
        ours.Start(bundle);
        var message = ours.Encrypt([1]);
        using (var store = await FilePreKeyStore.OpenAsync(path, Key))
        using (var theirs = new Conversation(new PreKeys(identity, store), alice.Identity.Public))
        {
            Assert.Equal([1], await theirs.DecryptAsync(message));
        }

        using var again = await FilePreKeyStore.OpenAsync(path, Key);
        using var replayed = new Conversation(new PreKeys(identity, again), alice.Identity.Public);
        await Assert.ThrowsAsync<MessageRefusedException>(async () => await replayed.DecryptAsync(message));
    }
}
