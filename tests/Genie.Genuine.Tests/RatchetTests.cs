using Genie.Genuine.Ratchet;
using Genie.Testing;

namespace Genie.Genuine.Tests;

public sealed class RatchetTests
{
    [Theory]
    [MemberData(nameof(Pair.Kinds), MemberType = typeof(Pair))]
    public void Conversation_goes_to_and_fro(string provider, bool encryptHeaders)
    {
        using var pair = Pair.Of(provider, encryptHeaders);
        Assert.False(pair.Bob.CanSend);
        for (var i = 0; i < 20; i++)
        {
            byte[] text = [.. Enumerable.Repeat((byte)i, i * 7)];
            Assert.Equal(text, pair.Bob.Decrypt(pair.Alice.Encrypt(text, [1]), [1]));
            Assert.Equal(text, pair.Alice.Decrypt(pair.Bob.Encrypt(text)));
            if (i % 3 == 0) pair.RestartAlice();
            if (i % 4 == 0) pair.RestartBob();
        }
    }

    [Theory]
    [MemberData(nameof(Pair.Kinds), MemberType = typeof(Pair))]
    public void Messages_out_of_order_and_across_chains_are_read_once(string provider, bool encryptHeaders)
    {
        using var pair = Pair.Of(provider, encryptHeaders);
        var sent = new List<byte[]>();
        for (var chain = 0; chain < 5; chain++)
        {
            for (var i = 0; i < 4; i++) sent.Add(pair.Alice.Encrypt([(byte)sent.Count]));
            Assert.Equal([(byte)(sent.Count - 1)], pair.Bob.Decrypt(sent[^1]));
            pair.Alice.Decrypt(pair.Bob.Encrypt([]));
        }

        Assert.Equal(15, pair.Bob.SkippedKeyCount);
        pair.RestartBob();
        for (var i = sent.Count - 1; i >= 0; i--)
        {
            if (i % 4 != 3) Assert.Equal([(byte)i], pair.Bob.Decrypt(sent[i]));
            Assert.Throws<MessageRefusedException>(() => pair.Bob.Decrypt(sent[i]));
        }

        Assert.Equal(0, pair.Bob.SkippedKeyCount);
    }

    [Theory]
    [MemberData(nameof(Pair.Kinds), MemberType = typeof(Pair))]
    public void Refused_message_leaves_the_session_exactly_as_it_was(string provider, bool encryptHeaders)
    {
        using var pair = Pair.Of(provider, encryptHeaders);
        pair.Bob.Decrypt(pair.Alice.Encrypt([1]));
        pair.Alice.Decrypt(pair.Bob.Encrypt([2]));
        pair.Alice.Encrypt([3]);
        var genuine = pair.Alice.Encrypt([4], [5]);
        var before = Pair.Plain(pair.Bob, pair.Options);
        for (var bit = 0; bit < genuine.Length * 8; bit++)
        {
            var flipped = (byte[])genuine.Clone();
            flipped[bit / 8] ^= (byte)(1 << (bit % 8));
            Assert.Throws<MessageRefusedException>(() => pair.Bob.Decrypt(flipped, [5]));
        }

        for (var length = 0; length < genuine.Length; length++) Assert.Throws<MessageRefusedException>(() => pair.Bob.Decrypt(genuine.AsSpan(0, length), [5]));
        Assert.Throws<MessageRefusedException>(() => pair.Bob.Decrypt([.. genuine, 0], [5]));
        Assert.Throws<MessageRefusedException>(() => pair.Bob.Decrypt(genuine, [6]));
        Assert.Throws<MessageRefusedException>(() => pair.Bob.Decrypt(genuine));
        Assert.Throws<MessageRefusedException>(() => pair.Alice.Decrypt(genuine, [5]));
        Assert.Equal(before, Pair.Plain(pair.Bob, pair.Options));
        Assert.Equal([4], pair.Bob.Decrypt(genuine, [5]));
    }

    [Theory]
    [MemberData(nameof(Pair.Kinds), MemberType = typeof(Pair))]
    public void Jumps_and_skipped_keys_are_bounded(string provider, bool encryptHeaders)
    {
        using var pair = new Pair(new RatchetOptions { Provider = Providers.Get(provider), EncryptHeaders = encryptHeaders, MaxJump = 60, MaxSkippedKeys = 20 });
        var sent = Enumerable.Range(0, 62).Select(i => pair.Alice.Encrypt([(byte)i])).ToArray();
        Assert.Throws<MessageRefusedException>(() => pair.Bob.Decrypt(sent[61]));
        Assert.Equal([60], pair.Bob.Decrypt(sent[60]));
        Assert.Equal(20, pair.Bob.SkippedKeyCount);
        Assert.Throws<MessageRefusedException>(() => pair.Bob.Decrypt(sent[39]));
        Assert.Equal([40], pair.Bob.Decrypt(sent[40]));
        Assert.Equal([61], pair.Bob.Decrypt(sent[61]));

        // The jump counts over a change of chain, too: 40 left of the old one and 21 of the new one are too many.
        for (var i = 0; i < 40; i++) pair.Alice.Encrypt([]);
        pair.Alice.Decrypt(pair.Bob.Encrypt([]));
        var next = Enumerable.Range(0, 22).Select(i => pair.Alice.Encrypt([(byte)i])).ToArray();
        Assert.Throws<MessageRefusedException>(() => pair.Bob.Decrypt(next[21]));
        Assert.Equal([20], pair.Bob.Decrypt(next[20]));
        Assert.Equal([0], pair.Bob.Decrypt(next[0]));
    }

    [Fact]
    public void Default_bounds_hold()
    {
        using var pair = new Pair();
        var empty = Array.Empty<byte>();
        byte[] last = [];
        for (var i = 0; i <= 2_001; i++) last = pair.Alice.Encrypt(empty);
        Assert.Throws<MessageRefusedException>(() => pair.Bob.Decrypt(last));
        using var second = new Pair();
        for (var i = 0; i <= 2_000; i++) last = second.Alice.Encrypt(empty);
        second.Bob.Decrypt(last);
        Assert.Equal(2_000, second.Bob.SkippedKeyCount);
        second.RestartBob();
        Assert.Equal(2_000, second.Bob.SkippedKeyCount);
    }

    [Fact]
    public void Stored_session_opens_with_its_key_alone_and_unchanged()
    {
        using var pair = new Pair();
        pair.Bob.Decrypt(pair.Alice.Encrypt([1]));
        var stored = pair.Bob.Export(Pair.StorageKey);
        Assert.Throws<StateRefusedException>(() => RatchetSession.Import(stored, new byte[32]));
        Assert.Throws<StateRefusedException>(() => RatchetSession.Import(stored, Pair.StorageKey, new RatchetOptions { EncryptHeaders = false }));
        for (var i = 0; i < stored.Length; i++)
        {
            var changed = (byte[])stored.Clone();
            changed[i] ^= 0x40;
            Assert.Throws<StateRefusedException>(() => RatchetSession.Import(changed, Pair.StorageKey));
            Assert.Throws<StateRefusedException>(() => RatchetSession.Import(stored.AsSpan(0, i), Pair.StorageKey));
        }
    }

    [Fact]
    public void Sessions_bound_to_something_else_do_not_understand_each_other()
    {
        using var key = Primitives.CryptoProviders.Best.GenerateKey();
        var privateKey = new byte[32];
        key.ExportPrivateKey(privateKey);
        using var alice = RatchetSession.Initiate(new byte[32], key.PublicKey, "one"u8);
        using var bob = RatchetSession.Respond(new byte[32], privateKey, "two"u8);
        Assert.Throws<MessageRefusedException>(() => bob.Decrypt(alice.Encrypt([1])));
        Assert.Throws<KeyRefusedException>(() => RatchetSession.Initiate(new byte[32], new byte[32], "one"u8));
        Assert.Throws<SessionNotReadyException>(() => bob.Encrypt([1]));
    }

    /// <summary>The same key twice, for the state was rolled back: what differs is the nonce, so the two say nothing of each other.</summary>
    [Theory]
    [MemberData(nameof(Pair.Kinds), MemberType = typeof(Pair))]
    public void State_that_was_rolled_back_does_not_repeat_key_and_nonce(string provider, bool encryptHeaders)
    {
        using var pair = Pair.Of(provider, encryptHeaders);
        using var rolledBack = RatchetSession.Import(pair.Alice.Export(Pair.StorageKey), Pair.StorageKey, pair.Options);
        byte[] zeros = new byte[64], text = [.. Enumerable.Repeat((byte)0x55, 64)];
        byte[] first = pair.Alice.Encrypt(zeros), second = rolledBack.Encrypt(text);
        var format = new MessageFormat(encryptHeaders);
        Assert.NotEqual(first[format.Nonce], second[format.Nonce]);
        var difference = first[format.PrefixSize..^16].Zip(second[format.PrefixSize..^16], static (a, b) => (byte)(a ^ b)).ToArray();
        Assert.NotEqual(text, difference);
    }

    [Theory]
    [MemberData(nameof(Pair.Kinds), MemberType = typeof(Pair))]
    public void Keys_of_messages_that_did_not_come_are_dropped_with_age(string provider, bool encryptHeaders)
    {
        var clock = new ManualClock();
        using var pair = new Pair(new RatchetOptions { Provider = Providers.Get(provider), EncryptHeaders = encryptHeaders, Clock = clock });
        byte[] late = pair.Alice.Encrypt([1]), later = pair.Alice.Encrypt([2]);
        pair.Bob.Decrypt(pair.Alice.Encrypt([3]));
        Assert.Equal(2, pair.Bob.SkippedKeyCount);
        clock.Advance(pair.Options.MaxSkippedAge);
        pair.RestartBob();
        Assert.Equal([1], pair.Bob.Decrypt(late));
        clock.Advance(TimeSpan.FromMilliseconds(1));
        Assert.Throws<MessageRefusedException>(() => pair.Bob.Decrypt(later));
        Assert.Equal(0, pair.Bob.SkippedKeyCount);
    }

    [Fact]
    public void Disposed_session_has_no_keys()
    {
        var pair = new Pair();
        pair.Dispose();
        Assert.False(pair.Alice.State.Secrets.ContainsAnyExcept((byte)0));
        Assert.Throws<ObjectDisposedException>(() => pair.Alice.Encrypt([1]));
        Assert.Throws<ObjectDisposedException>(() => pair.Bob.Export(Pair.StorageKey));
    }
}
