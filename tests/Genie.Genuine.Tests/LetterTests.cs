using Genie.Genuine.Handshake;
using Genie.Genuine.Identities;
using Genie.Genuine.Letters;
using Genie.Testing;

namespace Genie.Genuine.Tests;

public sealed class LetterTests : IDisposable
{
    private readonly IdentityKeyPair _alice = IdentityKeyPair.Generate();
    private readonly IdentityKeyPair _bob = IdentityKeyPair.Generate();
    private readonly MemoryPreKeyStore _store = new();
    private readonly ManualClock _clock = new();

    private PreKeys Bobs => new(_bob, _store, new PreKeyOptions { Clock = _clock });

    public void Dispose()
    {
        _alice.Dispose();
        _bob.Dispose();
        _store.Dispose();
    }

    [Fact]
    public async Task Letters_are_read_in_any_order_by_whoever_has_the_prekeys()
    {
        using var writer = new LetterWriter(_alice, await Bobs.CreateSharedBundleAsync(), _clock);
        using var one = new LetterReader(Bobs);
        using var other = new LetterReader(Bobs);
        var letters = new List<byte[]>();
        for (byte i = 0; i < 10; i++)
        {
            letters.Add(writer.Seal([i], [9]));
            if (i == 5) _clock.Advance(TimeSpan.FromMinutes(2));
        }

        for (var i = 9; i >= 0; i--)
        {
            var opened = await (i % 2 == 0 ? one : other).OpenAsync(letters[i], new byte[] { 9 });
            Assert.Equal([(byte)i], opened.Content);
            Assert.Equal(_alice.Public, opened.Sender);
        }

        Assert.Equal(LetterWriter.Overhead + 1, letters[0].Length);
    }

    [Fact]
    public async Task Changed_letter_is_refused()
    {
        using var writer = new LetterWriter(_alice, await Bobs.CreateSharedBundleAsync(), _clock);
        using var reader = new LetterReader(Bobs);
        var letter = writer.Seal([1, 2, 3], [9]);
        for (var round = 0; round < 2; round++)
        {
            for (var i = 0; i < letter.Length; i++)
            {
                var changed = (byte[])letter.Clone();
                changed[i] ^= 1;
                await Assert.ThrowsAsync<MessageRefusedException>(async () => await reader.OpenAsync(changed, new byte[] { 9 }));
                await Assert.ThrowsAsync<MessageRefusedException>(async () => await reader.OpenAsync(letter.AsMemory(0, i), new byte[] { 9 }));
            }

            await Assert.ThrowsAsync<MessageRefusedException>(async () => await reader.OpenAsync(letter, new byte[] { 8 }));
            Assert.Equal([1, 2, 3], (await reader.OpenAsync(letter, new byte[] { 9 })).Content);
        }

        using var wrong = new LetterReader(new PreKeys(_alice, _store, new PreKeyOptions { Clock = _clock }));
        await Assert.ThrowsAsync<MessageRefusedException>(async () => await wrong.OpenAsync(letter, new byte[] { 9 }));
    }

    [Fact]
    public async Task Letters_end_with_their_prekey()
    {
        using var writer = new LetterWriter(_alice, await Bobs.CreateSharedBundleAsync(), _clock);
        using var reader = new LetterReader(Bobs);
        var letter = writer.Seal([1]);
        var opened = await reader.OpenAsync(letter);
        _clock.Advance(opened.Expires - _clock.GetUtcNow());
        await reader.OpenAsync(writer.Seal([2]));
        _clock.Advance(TimeSpan.FromMilliseconds(1));
        await Assert.ThrowsAsync<MessageRefusedException>(async () => await reader.OpenAsync(letter));
        _clock.Advance(TimeSpan.FromMinutes(2));
        Assert.Throws<KeyRefusedException>(() => writer.Seal([3]));
        var bundle = await Bobs.CreateBundleAsync();
        Assert.Throws<KeyRefusedException>(() => new LetterWriter(_alice, bundle, _clock));
        writer.Dispose();
        Assert.Throws<ObjectDisposedException>(() => writer.Seal([4]));
    }
}
