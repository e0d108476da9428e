using System.Text.Json;
using Genie.Genuine.Handshake;
using Genie.Genuine.Identities;
using Genie.Genuine.Ratchet;

namespace Genie.Genuine.Tests;

/// <summary>Conversations that another implementation recorded (Transcripts/record.py): the same keys must give the same bytes.</summary>
public sealed class TranscriptTests
{
    [Theory]
    [MemberData(nameof(Providers.Names), MemberType = typeof(Providers))]
    public void Ratchet_writes_and_reads_the_same_bytes(string name)
    {
        var received = 0;
        foreach (var conversation in Resources.Read("transcripts.json").GetProperty("conversations").EnumerateArray()) received += Replay(conversation, name);
        Assert.True(received > 60, $"{received} messages");
    }

    [Theory]
    [MemberData(nameof(Providers.Names), MemberType = typeof(Providers))]
    public void X3dh_agrees_on_the_same_secret(string name)
    {
        var handshakes = Resources.Read("transcripts.json").GetProperty("handshakes").EnumerateArray().ToArray();
        Assert.Equal(6, handshakes.Length);
        foreach (var recorded in handshakes) Compare(recorded, name);
    }

    private static int Replay(JsonElement conversation, string name)
    {
        var keys = conversation.GetProperty("generated").EnumerateArray().Select(key => Convert.FromHexString(key.GetString()!));
        var events = conversation.GetProperty("events").EnumerateArray().ToArray();
        var nonces = events.Where(step => step.Text("do") == "send").Select(step => step.Bytes("wire")[new MessageFormat(false).Nonce]);
        var provider = new ScriptedProvider(Providers.Get(name), keys, nonces);
        var options = new RatchetOptions { Provider = provider, EncryptHeaders = false };
        byte[] secret = conversation.Bytes("secret"), boundTo = conversation.Bytes("bound_to");
        using var responderKey = provider.ImportKey(conversation.Bytes("responder_key"));
        using var initiator = RatchetSession.Initiate(secret, responderKey.PublicKey, boundTo, options);
        using var responder = RatchetSession.Respond(secret, conversation.Bytes("responder_key"), boundTo, options);
        var received = 0;
        foreach (var step in events)
        {
            var side = step.Text("by") == "a" ? initiator : responder;
            if (step.Text("do") == "send")
            {
                Assert.Equal(step.Text("wire"), Convert.ToHexStringLower(side.Encrypt(step.Bytes("text"))));
                continue;
            }

            var sent = events[step.GetProperty("send").GetInt32()];
            Assert.Equal(sent.Bytes("text"), side.Decrypt(sent.Bytes("wire")));
            received++;
        }

        Assert.Equal(0, provider.KeysLeft);
        return received;
    }

    private static void Compare(JsonElement recorded, string name)
    {
        var provider = Providers.Get(name);
        using var initiator = new IdentityKeyPair(recorded.Bytes("initiator_seed"), provider);
        using var responder = new IdentityKeyPair(recorded.Bytes("responder_seed"), provider);
        using var ephemeral = provider.ImportKey(recorded.Bytes("ephemeral_key"));
        using var signed = provider.ImportKey(recorded.Bytes("signed_key"));
        using var oneTime = recorded.Text("one_time_key").Length == 0 ? null : provider.ImportKey(recorded.Bytes("one_time_key"));
        Assert.Equal(recorded.Bytes("responder_identity"), responder.Public.Key.ToArray());
        Assert.Equal(recorded.Bytes("initiator_identity"), initiator.Public.Key.ToArray());

        // X3DH's signature covers the signed prekey alone, in its encoding; ours covers the bundle.
        Assert.True(responder.Public.Verify([5, .. signed.PublicKey], recorded.Bytes("signature")));
        var bundle = PreKeyBundle.Create(responder, 1, signed.PublicKey, DateTimeOffset.UtcNow.AddDays(1), oneTime is null ? 0u : 2u, oneTime is null ? default : oneTime.PublicKey);
        var ours = new byte[32];
        X3dh.AgreeAsInitiator(provider, initiator, ephemeral, bundle, ours);
        Assert.Equal(recorded.Text("secret"), Convert.ToHexStringLower(ours));
        Assert.True(X3dh.TryAgreeAsResponder(provider, responder, signed, oneTime, initiator.Public, ephemeral.PublicKey, ours));
        Assert.Equal(recorded.Text("secret"), Convert.ToHexStringLower(ours));
        Assert.Equal(recorded.Text("associated_data"), Convert.ToHexStringLower(X3dh.AssociatedData(initiator.Public, responder.Public)));
    }
}
