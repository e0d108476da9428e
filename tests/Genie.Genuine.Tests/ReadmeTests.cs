using System.Security.Cryptography;
using Genie.Genuine.Conversations;
using Genie.Genuine.Handshake;
using Genie.Genuine.Identities;
using Genie.Testing;

namespace Genie.Genuine.Tests;

public sealed class ReadmeTests
{
    [Fact]
    public async Task The_examples_message_arrives()
    {
        var storageKey = RandomNumberGenerator.GetBytes(32);

        using var alice = IdentityKeyPair.Generate();                       // each side once; keep ExportSeed() secret
        using var bob = IdentityKeyPair.Generate();
        var alicesKeys = new PreKeys(alice, new MemoryPreKeyStore());       // or StoredConversations, which keeps all in one store
        var bobsKeys = new PreKeys(bob, new MemoryPreKeyStore());
        using var toBob = new Conversation(alicesKeys, bob.Public);
        using var toAlice = new Conversation(bobsKeys, alice.Public);
        toBob.Start(await bobsKeys.CreateBundleAsync());                    // the bundle is public: bundle.Encode(), PreKeyBundle.Decode
        byte[] message = toBob.Encrypt("Hello, Bob"u8);                     // send it by whatever carries bytes
        byte[] text = await toAlice.DecryptAsync(message);                  // MessageRefusedException if anything is wrong with it
        byte[] stored = toAlice.Export(storageKey);                         // 32 secret bytes; Conversation.Import goes on from here

        Assert.Equal("Hello, Bob"u8, text);
        Assert.NotEmpty(stored);
        ReadmeExample.AssertStandsIn("GenieDotNet/Genie.Genuine/README.md");
    }
}
