using Genie.Genuine.Primitives;
using Genie.Genuine.Ratchet;

namespace Genie.Genuine.Tests;

/// <summary>What an attacker who gets the state can and cannot do, shown with the state itself.</summary>
public sealed class SecrecyTests
{
    /// <summary>Forward secrecy: with the state of both sides after a message was read, the message cannot be read again.</summary>
    [Theory]
    [MemberData(nameof(Pair.Kinds), MemberType = typeof(Pair))]
    public void Stolen_state_does_not_read_the_past(string provider, bool encryptHeaders)
    {
        using var pair = Pair.Of(provider, encryptHeaders);
        var past = new List<byte[]>();
        for (var i = 0; i < 12; i++)
        {
            past.Add(pair.Alice.Encrypt([(byte)i]));
            pair.Bob.Decrypt(past[^1]);
            if (i % 3 == 2) pair.Alice.Decrypt(pair.Bob.Encrypt([]));
            foreach (var message in past) Assert.Throws<MessageRefusedException>(() => RatchetSession.Import(pair.Bob.Export(Pair.StorageKey), Pair.StorageKey, pair.Options).Decrypt(message));
        }
    }

    /// <summary>The keys themselves: no message or chain key that was used is found in the state of either side.</summary>
    [Fact]
    public void Used_keys_are_gone_from_the_state()
    {
        using var pair = new Pair();
        var used = new List<byte[]>();
        for (var i = 0; i < 20; i++)
        {
            var chain = pair.Alice.State.SendingChain.ToArray();
            var (next, message) = (new byte[32], new byte[32]);
            CryptoProviders.Managed.StepChain(chain, next, message);
            pair.Bob.Decrypt(pair.Alice.Encrypt([1]));
            used.Add(chain);
            used.Add(message);
            if (i % 4 == 0)
            {
                used.Add(pair.Alice.State.RootKey.ToArray());
                pair.Alice.Decrypt(pair.Bob.Encrypt([2]));
            }

            foreach (var side in new[] { pair.Alice, pair.Bob })
            {
                var state = Pair.Plain(side, pair.Options);
                foreach (var key in used) Assert.Equal(-1, state.AsSpan().IndexOf(key));
            }
        }
    }

    /// <summary>Recovery: whoever has copied the state reads on until one round trip has brought new keys, and nothing after it.</summary>
    [Theory]
    [MemberData(nameof(Pair.Kinds), MemberType = typeof(Pair))]
    public void Copied_state_is_worthless_after_one_round_trip(string provider, bool encryptHeaders)
    {
        using var pair = Pair.Of(provider, encryptHeaders);
        pair.Bob.Decrypt(pair.Alice.Encrypt([1]));
        pair.Alice.Decrypt(pair.Bob.Encrypt([2]));
        using var thief = RatchetSession.Import(pair.Bob.Export(Pair.StorageKey), Pair.StorageKey, pair.Options);
        var first = pair.Alice.Encrypt([3]);
        Assert.Equal([3], thief.Decrypt(first));
        pair.Bob.Decrypt(first);
        var answer = pair.Bob.Encrypt([4]);
        pair.Alice.Decrypt(answer);
        for (var i = 0; i < 5; i++)
        {
            var secret = pair.Alice.Encrypt([5]);
            Assert.Throws<MessageRefusedException>(() => thief.Decrypt(secret));
            pair.Bob.Decrypt(secret);
            pair.Alice.Decrypt(pair.Bob.Encrypt([6]));
        }
    }

    /// <summary>Memory stays constant however many messages pass, with losses all the way.</summary>
    [Fact]
    public void State_does_not_grow_with_the_messages()
    {
        using var pair = new Pair(new RatchetOptions { MaxSkippedKeys = 50 });
        var messages = Math.Max(Effort.Cases(60_000), 10_000);
        var empty = pair.Bob.Export(Pair.StorageKey).Length;
        for (var i = 0; i < messages; i++)
        {
            var message = pair.Alice.Encrypt([1]);
            if (i % 5 == 0) continue;
            pair.Bob.Decrypt(message);
            if (i % 97 == 1) pair.Alice.Decrypt(pair.Bob.Encrypt([2]));
        }

        Assert.Equal(50, pair.Bob.SkippedKeyCount);
        Assert.InRange(pair.Bob.Export(Pair.StorageKey).Length, 1, empty + (50 * (1 + 32 + 4 + 8 + 32)));
    }
}
