using System.Text;
using System.Text.Json;
using GameLicenseExample.Features.Kyc;
using GameLicenseExample.Keys;
using Genie.Genuine.Envelopes;
using Genie.Genuine.Identities;

namespace GameLicenseExample.Tests.Features.Serving;

/// <summary>KYC through HTTP: a player and two officers with keys of their own, and the page's buttons.</summary>
public sealed class KycEndpointsTests(GameServer server) : IClassFixture<GameServer>
{
    [Fact]
    public async Task Envelopes_of_a_player_and_of_two_officers_make_the_player_documented()
    {
        using var player = IdentityKeyPair.Generate();
        using var office = KeyFile.OpenOrCreate(Path.Combine(server.Folder, "kyc-office.key"));
        var document = SealedEnvelope.Seal(player, office.Public, Encoding.UTF8.GetBytes("passport of Ann Example"));
        var digest = (await server.DoAsync("kyc/documents", new { envelope = document })).GetProperty("digest").GetString()!;
        Assert.Equal(digest, (await server.DoAsync("kyc/documents", new { envelope = document })).GetProperty("digest").GetString());
        for (var officer = 1; officer <= 2; officer++)
        {
            Assert.Equal("Unknown", (await FileAsync(player)).GetProperty("level").GetString());
            using var key = KeyFile.OpenOrCreate(Path.Combine(server.Folder, $"kyc-officer-{officer}.key"));
            var answer = await server.DoAsync("kyc/documents/open", new { envelope = new DocumentRequest(player.Public.ToString(), digest).Seal(key, office.Public) });
            var seen = new EnvelopeOpener(key).Open(answer.GetProperty("envelope").GetBytesFromBase64());
            Assert.Equal((office.Public, "passport of Ann Example"), (seen.Sender, Encoding.UTF8.GetString(seen.Content.Span)));

            // Sent again, as after an answer that was lost, it is the same review.
            var review = new Review(player.Public.ToString(), digest, true, "").Seal(key, office.Public);
            for (var i = 0; i < 2; i++) await server.DoAsync("kyc/reviews", new { envelope = review });
        }

        var file = await FileAsync(player);
        Assert.Equal("Documented", file.GetProperty("level").GetString());
        Assert.Equal("NotIncluded", file.GetProperty("documents")[0].GetProperty("biometrics").GetString());
        Assert.DoesNotContain("Ann Example", (await server.GetAsync("state")).GetRawText(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task What_is_no_envelope_for_the_office_and_who_is_no_officer_is_refused()
    {
        using var player = IdentityKeyPair.Generate();
        using var office = KeyFile.OpenOrCreate(Path.Combine(server.Folder, "kyc-office.key"));
        var document = SealedEnvelope.Seal(player, office.Public, Encoding.UTF8.GetBytes("passport"));
        var digest = (await server.DoAsync("kyc/documents", new { envelope = document })).GetProperty("digest").GetString()!;
        document[^1] ^= 1;
        await server.ExpectRefusalAsync("kyc/documents", new { envelope = document });
        await server.ExpectRefusalAsync("kyc/documents", new { envelope = SealedEnvelope.Seal(player, player.Public, Encoding.UTF8.GetBytes("passport")) });
        await server.ExpectRefusalAsync("kyc/reviews", new { envelope = new Review(player.Public.ToString(), digest, true, "").Seal(player, office.Public) });
        await server.ExpectRefusalAsync("kyc/documents/open", new { envelope = new DocumentRequest(player.Public.ToString(), digest).Seal(player, office.Public) });
        Assert.Equal("Unknown", (await FileAsync(player)).GetProperty("level").GetString());
    }

    [Fact]
    public async Task The_pages_buttons_seal_in_the_names_of_a_new_player_and_of_the_officers()
    {
        var digest = (await server.DoAsync("kyc/demo/document", new { text = "licence of Ben Example" })).GetProperty("digest").GetString()!;
        var applicant = (await server.GetAsync("state")).GetProperty("files").EnumerateArray()
            .Single(file => file.GetProperty("documents").EnumerateArray().Any(each => each.GetProperty("digest").GetString() == digest)).GetProperty("applicant").GetString();
        Assert.Equal("licence of Ben Example", (await server.DoAsync("kyc/demo/open", new { applicant, digest, officer = 1 })).GetProperty("text").GetString());
        await server.DoAsync("kyc/demo/review", new { applicant, digest, officer = 1, isGood = true });
        await server.DoAsync("kyc/demo/review", new { applicant, digest, officer = 2, isGood = true });
        Assert.Equal("Documented", (await server.FindAsync("files", "applicant", applicant!)).GetProperty("level").GetString());

        // An officer's last word counts.
        await server.DoAsync("kyc/demo/review", new { applicant, digest, officer = 2, isGood = false });
        Assert.Equal("Unknown", (await server.FindAsync("files", "applicant", applicant!)).GetProperty("level").GetString());
        await server.ExpectRefusalAsync("kyc/demo/review", new { applicant, digest, officer = 3, isGood = true });
    }

    private Task<JsonElement> FileAsync(IdentityKeyPair player) => server.FindAsync("files", "applicant", player.Public.ToString());
}
