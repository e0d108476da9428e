using System.Text;
using GameLicenseExample.Features.Decisions;
using GameLicenseExample.Features.Kyc;
using Genie.Genuine.Envelopes;
using Genie.Genuine.Identities;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;

namespace GameLicenseExample.Features.Serving;

/// <summary>
/// KYC by HTTP: envelopes as their senders sealed them. A browser seals nothing, so the page's own buttons have the server seal in the name of a new player and of the officers
/// whose keys are in its folder; these are named <c>demo</c>.
/// </summary>
internal static class KycEndpoints
{
    public static void Map(IEndpointRouteBuilder endpoints, GameFeatures features)
    {
        endpoints.MapPost("/kyc/documents", async (Sealed body, CancellationToken token) => new { Digest = await features.Kyc.ReceiveAsync(body.Envelope, token).ConfigureAwait(false) });
        endpoints.MapPost("/kyc/reviews", async (Sealed body, CancellationToken token) =>
        {
            await features.Kyc.ReviewAsync(body.Envelope, token).ConfigureAwait(false);
            return TypedResults.NoContent();
        });
        endpoints.MapPost("/kyc/documents/open", async (Sealed body, CancellationToken token) => new { Envelope = await features.Kyc.OpenAsync(body.Envelope, token).ConfigureAwait(false) });
        endpoints.MapPost("/kyc/demo/open", async (DemoReview body, CancellationToken token) =>
        {
            var document = await features.Kyc.OpenAsync(OfficerOf(features, body.Officer).Public, body.Applicant ?? "", body.Digest ?? "", token).ConfigureAwait(false);
            return new { Text = Encoding.UTF8.GetString(document.Span) };
        });
        endpoints.MapPost("/kyc/demo/document", async (DemoDocument body, CancellationToken token) =>
        {
            using var player = IdentityKeyPair.Generate();
            var envelope = SealedEnvelope.Seal(player, features.Parties.Office.Public, Encoding.UTF8.GetBytes(body.Text ?? ""));
            return new { Digest = await features.Kyc.ReceiveAsync(envelope, token).ConfigureAwait(false) };
        });
        endpoints.MapPost("/kyc/demo/review", async (DemoReview body, CancellationToken token) =>
        {
            var officer = OfficerOf(features, body.Officer);
            await features.Kyc.ReviewAsync(new Review(body.Applicant ?? "", body.Digest ?? "", body.IsGood, "on the page").Seal(officer, features.Parties.Office.Public), token).ConfigureAwait(false);
            return TypedResults.NoContent();
        });
    }

    private static IdentityKeyPair OfficerOf(GameFeatures features, int number) => features.Parties.Officers.ElementAtOrDefault(number - 1) ?? throw new FeatureRefusedException("There are officers 1 and 2.");

    /// <summary>An envelope, in Base64.</summary>
    internal sealed record Sealed(byte[] Envelope);

    /// <summary>What a new player hands in.</summary>
    internal sealed record DemoDocument(string? Text);

    /// <summary>What officer 1 or 2 finds.</summary>
    internal sealed record DemoReview(string? Applicant, string? Digest, int Officer, bool IsGood);
}
