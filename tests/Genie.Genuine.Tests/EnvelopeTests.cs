using Genie.Genuine.Envelopes;
using Genie.Genuine.Identities;
using Genie.Genuine.Primitives;
using Genie.Testing;
using Xunit.Abstractions;

namespace Genie.Genuine.Tests;

public sealed class EnvelopeTests(ITestOutputHelper output) : IDisposable
{
    private readonly IdentityKeyPair _alice = IdentityKeyPair.Generate();
    private readonly IdentityKeyPair _bob = IdentityKeyPair.Generate();
    private readonly ManualClock _clock = StartClock();


    public void Dispose()
    {
        _alice.Dispose();
        _bob.Dispose();
    }

    [Fact]
    public void Envelope_is_opened_once_by_its_recipient()
    {
        var envelope = Seal([1, 2, 3]);
        var opener = Opener(_bob);
        var opened = opener.Open(envelope);
        Assert.Equal(_alice.Public, opened.Sender);
        Assert.Equal(_clock.GetUtcNow(), opened.SealedAt);
        Assert.Equal([1, 2, 3], opened.Content.ToArray());
        Assert.Equal(_bob.Public.Fingerprint, SealedEnvelope.RecipientFingerprint(envelope));
        Assert.Throws<MessageRefusedException>(() => opener.Open(envelope));
        Assert.Throws<MessageRefusedException>(() => Opener(_alice).Open(envelope));
        Assert.Empty(opener.Open(Seal([])).Content.ToArray());
    }

    [Fact]
    public void Changed_or_cut_envelope_is_refused()
    {
        var envelope = Seal([1, 2, 3]);
        var opener = Opener(_bob);
        for (var i = 0; i < envelope.Length; i++)
        {
            var changed = (byte[])envelope.Clone();
            changed[i] ^= 0x10;
            Assert.False(opener.TryOpen(changed, out _));
            Assert.False(opener.TryOpen(envelope.AsSpan(0, i), out _));
        }

        Assert.False(opener.TryOpen([.. envelope, 0], out _));
        Assert.True(opener.TryOpen(envelope, out _));
    }

    [Fact]
    public void Time_is_bounded_on_both_sides()
    {
        var opener = Opener(_bob);
        var old = Seal([1]);
        var justInTime = Seal([2]);
        _clock.Advance(TimeSpan.FromMinutes(5));
        Assert.True(opener.TryOpen(justInTime, out _));
        _clock.Advance(TimeSpan.FromTicks(1));
        Assert.False(opener.TryOpen(old, out _));
        Assert.False(opener.TryOpen(justInTime, out _));
        var ahead = new ManualClock();
        ahead.Advance(_clock.GetUtcNow() - DateTimeOffset.UnixEpoch + TimeSpan.FromSeconds(30));
        Assert.True(opener.TryOpen(SealedEnvelope.Seal(_alice, _bob.Public, [3], ahead), out _));
        ahead.Advance(TimeSpan.FromTicks(1));
        Assert.False(opener.TryOpen(SealedEnvelope.Seal(_alice, _bob.Public, [3], ahead), out _));
    }

    [Fact]
    public void Memory_is_bounded_stored_and_freed_by_time()
    {
        var options = new EnvelopeOptions { Clock = _clock, MaxRemembered = 3 };
        var opener = new EnvelopeOpener(_bob, options);
        var first = Seal([1]);
        Assert.True(opener.TryOpen(first, out _));
        Assert.True(opener.TryOpen(Seal([2]), out _));
        Assert.True(opener.TryOpen(Seal([3]), out _));
        Assert.False(opener.TryOpen(Seal([4]), out _));
        var restored = EnvelopeOpener.Import(_bob, opener.Export(Pair.StorageKey), Pair.StorageKey, options);
        Assert.False(restored.TryOpen(first, out _));
        _clock.Advance(TimeSpan.FromMinutes(6));
        Assert.True(restored.TryOpen(Seal([5]), out _));
        Assert.False(restored.TryOpen(first, out _));
    }

    /// <summary>A stranger fills what is remembered: his share is all that he gets, and none of it where he is not admitted.</summary>
    [Fact]
    public void One_sender_cannot_shut_others_out()
    {
        using var eve = IdentityKeyPair.Generate();
        var opener = new EnvelopeOpener(_bob, new EnvelopeOptions { Clock = _clock, MaxRemembered = 10, MaxRememberedPerSender = 3 });
        Assert.Equal(3, Enumerable.Range(0, 20).Count(_ => opener.TryOpen(SealedEnvelope.Seal(eve, _bob.Public, [1], _clock), out var _)));
        Assert.True(opener.TryOpen(Seal([1]), out _));
        opener = EnvelopeOpener.Import(_bob, opener.Export(Pair.StorageKey), Pair.StorageKey, new EnvelopeOptions { Clock = _clock, MaxRemembered = 10, MaxRememberedPerSender = 3 });
        Assert.False(opener.TryOpen(SealedEnvelope.Seal(eve, _bob.Public, [1], _clock), out _));
        var closed = new EnvelopeOpener(_bob, new EnvelopeOptions { Clock = _clock, MaxRemembered = 1, Admits = sender => sender.Equals(_alice.Public) });
        for (var i = 0; i < 20; i++) Assert.False(closed.TryOpen(SealedEnvelope.Seal(eve, _bob.Public, [1], _clock), out _));
        Assert.True(closed.TryOpen(Seal([1]), out _));
    }

    /// <summary>Who sends more than his share in the time of one envelope is heard all the same, and nothing of his is opened twice.</summary>
    [Fact]
    public void A_sender_beyond_his_share_is_heard_and_what_was_forgotten_is_refused_by_its_time()
    {
        var options = new EnvelopeOptions { Clock = _clock, MaxRemembered = 10, MaxRememberedPerSender = 3 };
        var opener = new EnvelopeOpener(_bob, options);
        var late = SealNext();
        var sent = Enumerable.Range(0, 50).Select(_ => SealNext()).ToList();
        Assert.All(sent, each => Assert.True(opener.TryOpen(each, out _)));

        // It never came before, but nobody knows that any more.
        Assert.False(opener.TryOpen(late, out _));
        for (var i = 0; i < 2; i++)
        {
            Assert.All(sent, each => Assert.False(opener.TryOpen(each, out _)));
            opener = EnvelopeOpener.Import(_bob, opener.Export(Pair.StorageKey), Pair.StorageKey, options);
        }

        // Of one instant there are no more than the share: they cannot be told from each other by time.
        _clock.Advance(TimeSpan.FromTicks(1));
        Assert.Equal(3, Enumerable.Range(0, 20).Count(_ => opener.TryOpen(Seal([1]), out var _)));
        _clock.Advance(TimeSpan.FromMinutes(6));
        Assert.All(sent, each => Assert.False(opener.TryOpen(each, out _)));
        Assert.True(opener.TryOpen(SealNext(), out _));
    }

    /// <summary>Overtaken by fewer than the share, in any order: each is opened once.</summary>
    [Fact]
    public void Envelopes_in_another_order_are_opened_once_each()
    {
        var seed = Environment.TickCount;
        output.WriteLine($"seed {seed}");
        var random = new Random(seed);
        const int Share = 16;
        var opener = new EnvelopeOpener(_bob, new EnvelopeOptions { Clock = _clock, MaxRemembered = 100, MaxRememberedPerSender = Share });
        var sent = Enumerable.Range(0, 40 * Share).Select(_ => SealNext()).ToList();
        var order = sent.Chunk(Share / 2).SelectMany(each => each.OrderBy(_ => random.Next()).ToList()).ToList();
        foreach (var each in order)
        {
            Assert.True(opener.TryOpen(each, out _));
            Assert.False(opener.TryOpen(order[random.Next(order.IndexOf(each) + 1)], out _));
        }
    }

    [Fact]
    public void Identity_that_was_disposed_seals_nothing()
    {
        var eve = IdentityKeyPair.Generate();
        eve.Dispose();
        Assert.Throws<ObjectDisposedException>(() => SealedEnvelope.Seal(eve, _bob.Public, [1]));
        Assert.Throws<ObjectDisposedException>(() => Opener(eve).TryOpen(SealedEnvelope.Seal(_alice, eve.Public, [1]), out _));
        Assert.Throws<ObjectDisposedException>(() => eve.ExportSeed());
    }

    /// <summary>Whoever opened an envelope has the sender's signature, but it is no signature for anybody else.</summary>
    [Fact]
    public void Opened_envelope_cannot_be_passed_on_as_if_sent_to_another()
    {
        using var carol = IdentityKeyPair.Generate();
        var envelope = Seal([1, 2, 3]);
        var prefix = envelope.AsSpan(0, EnvelopeFormat.PrefixSize);
        var inner = new byte[envelope.Length - EnvelopeFormat.PrefixSize - 16];
        var key = new byte[32];
        var provider = CryptoProviders.Best;
        Assert.True(EnvelopeFormat.TryDeriveKey(provider, _bob.Agreement, EnvelopeFormat.EphemeralKey(envelope), prefix, _bob.Public, key));
        Assert.True(provider.TryOpen(key, new byte[12], envelope.AsSpan(prefix.Length), prefix, inner));

        using var ephemeral = provider.GenerateKey();
        byte[] newPrefix = [EnvelopeFormat.Version, .. new byte[8], .. ephemeral.PublicKey];
        System.Buffers.Binary.BinaryPrimitives.WriteUInt64BigEndian(newPrefix.AsSpan(1), carol.Public.Fingerprint);
        Assert.True(EnvelopeFormat.TryDeriveKey(provider, ephemeral, carol.Public.AgreementKey, newPrefix, carol.Public, key));
        Assert.False(Opener(carol).TryOpen(Resealed(inner), out _));

        // The same bytes with a signature made for Carol are accepted, so it was the signature that was refused.
        var signed = inner.AsSpan(0, EnvelopeFormat.InnerSize - 64);
        _alice.Sign(EnvelopeFormat.Transcript(newPrefix, carol.Public, signed, [1, 2, 3])).CopyTo(inner, signed.Length);
        Assert.Equal(_alice.Public, Opener(carol).Open(Resealed(inner)).Sender);

        byte[] Resealed(byte[] content)
        {
            byte[] sealedAgain = [.. newPrefix, .. new byte[content.Length + 16]];
            provider.Seal(key, new byte[12], content, newPrefix, sealedAgain.AsSpan(newPrefix.Length));
            return sealedAgain;
        }
    }

    private static ManualClock StartClock()
    {
        var clock = new ManualClock();
        clock.Advance(TimeSpan.FromDays(20_000));
        return clock;
    }

    // Each at an instant of its own.
    private byte[] SealNext()
    {
        _clock.Advance(TimeSpan.FromTicks(1));
        return Seal([1]);
    }

    private byte[] Seal(byte[] content) => SealedEnvelope.Seal(_alice, _bob.Public, content, _clock);

    private EnvelopeOpener Opener(IdentityKeyPair recipient) => new(recipient, new EnvelopeOptions { Clock = _clock });
}
