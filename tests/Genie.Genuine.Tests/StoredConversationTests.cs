using Genie.Genuine.Conversations;
using Genie.Genuine.Identities;
using Genie.Genuine.Storage;

namespace Genie.Genuine.Tests;

/// <summary>Conversations in a store go on after a crash at any moment, and for several processes at once.</summary>
public sealed class StoredConversationTests : IDisposable
{
    private readonly IdentityKeyPair _alice = IdentityKeyPair.Generate();
    private readonly IdentityKeyPair _bob = IdentityKeyPair.Generate();
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("genuine");

    public void Dispose()
    {
        _alice.Dispose();
        _bob.Dispose();
        _folder.Delete(recursive: true);
    }

    /// <summary>Before, a crash between the use of a prekey and the export of the session refused everything from then on: 50 of 50.</summary>
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Crash_while_a_first_message_is_accepted_loses_nothing(bool isWritten)
    {
        using var alice = Of(_alice, new MemoryStateStore());
        var crashing = new CrashingStore(new MemoryStateStore());
        using var bob = Of(_bob, crashing);
        await alice.StartAsync(await bob.CreateBundleAsync());
        var messages = new List<byte[]>();
        for (byte i = 0; i < 50; i++) messages.Add(await alice.EncryptAsync(_bob.Public, new[] { i }));
        crashing.Crash = isWritten ? CrashingStore.Moment.AfterWrite : CrashingStore.Moment.BeforeWrite;
        await Assert.ThrowsAsync<IOException>(async () => await bob.DecryptAsync(_alice.Public, messages[0]));
        crashing.Crash = CrashingStore.Moment.None;

        // Of a message whose step was kept the plaintext is gone with the crash; every other one is read.
        using var restarted = Of(_bob, crashing);
        var read = 0;
        foreach (var message in messages)
        {
            try
            {
                await restarted.DecryptAsync(_alice.Public, message);
                read++;
            }
            catch (MessageRefusedException)
            {
                Assert.Same(messages[0], message);
            }
        }

        Assert.Equal(isWritten ? 49 : 50, read);
        await alice.DecryptAsync(_bob.Public, await restarted.EncryptAsync(_alice.Public, new byte[1]));
        await Assert.ThrowsAsync<MessageRefusedException>(async () => await restarted.DecryptAsync(_alice.Public, messages[0]));
    }

    /// <summary>One process has found no session and looks for the prekeys, which another has just used up for that session.</summary>
    [Fact]
    public async Task Process_that_is_overtaken_while_it_accepts_a_first_message_reads_it_all_the_same()
    {
        var shared = new MemoryStateStore();
        var slow = new CrashingStore(shared);
        using var alice = Of(_alice, new MemoryStateStore());
        using StoredConversations bob = Of(_bob, shared), overtaken = Of(_bob, slow);
        await alice.StartAsync(await bob.CreateBundleAsync());
        byte[] first = await alice.EncryptAsync(_bob.Public, new byte[] { 1 }), second = await alice.EncryptAsync(_bob.Public, new byte[] { 2 });
        slow.Meanwhile = ("prekeys", async () => Assert.Equal([1], await bob.DecryptAsync(_alice.Public, first)));
        Assert.Equal([2], await overtaken.DecryptAsync(_alice.Public, second));
        await Assert.ThrowsAsync<MessageRefusedException>(async () => await overtaken.DecryptAsync(_alice.Public, first));
    }

    [Fact]
    public async Task Several_processes_share_a_file_and_read_each_message_once()
    {
        var path = Path.Combine(_folder.FullName, "state");
        using var alice = Of(_alice, new MemoryStateStore());
        using var first = await FileStateStore.OpenAsync(path);
        using var second = await FileStateStore.OpenAsync(path);
        StoredConversations[] bobs = [Of(_bob, first), Of(_bob, second)];
        await alice.StartAsync(await bobs[1].CreateBundleAsync());
        var messages = new List<byte[]>();
        for (byte i = 0; i < 20; i++) messages.Add(await alice.EncryptAsync(_bob.Public, new[] { i }));
        var attempts = messages.SelectMany(message => bobs.Select(bob => Task.Run(async () =>
        {
            try
            {
                return (await bob.DecryptAsync(_alice.Public, message))[0];
            }
            catch (MessageRefusedException)
            {
                return -1;
            }
        })));
        var read = await Task.WhenAll(attempts);
        Assert.Equal(Enumerable.Range(0, 20), read.Where(static number => number >= 0).Order());
        Assert.Equal([7], await alice.DecryptAsync(_bob.Public, await bobs[0].EncryptAsync(_alice.Public, new byte[] { 7 })));
        Assert.Equal([8], await alice.DecryptAsync(_bob.Public, await bobs[1].EncryptAsync(_alice.Public, new byte[] { 8 })));
        foreach (var bob in bobs) bob.Dispose();
        await Assert.ThrowsAsync<ObjectDisposedException>(async () => await bobs[0].EncryptAsync(_alice.Public, new byte[1]));
    }

    [Fact]
    public async Task Store_opens_with_its_key_alone()
    {
        var store = new MemoryStateStore();
        using (var bob = Of(_bob, store)) await bob.CreateBundleAsync();
        using var other = new StoredConversations(_bob, store, new byte[32]);
        await Assert.ThrowsAsync<StateRefusedException>(async () => await other.CreateBundleAsync());
    }

    private static StoredConversations Of(IdentityKeyPair identity, IStateStore store) => new(identity, store, Pair.StorageKey);
}
