using GameLicenseExample.Features.Rewards;
using GameLicenseExample.Features.Wallet;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;

namespace GameLicenseExample.Features.Serving;

/// <summary>Wallet, rewards and auctions by HTTP. Each request has a name (<c>request</c>): sent again, it takes effect once.</summary>
internal static class MoneyEndpoints
{
    public static void Map(IEndpointRouteBuilder endpoints, GameFeatures features)
    {
        var wallet = features.Wallet;
        endpoints.MapPost("/wallet/pay-in", (Payment body, CancellationToken token) => wallet.TransferAsync($"http/{body.Request}", CreditWallet.House, CreditWallet.AccountOf(body.Player), body.Credits, "paid in", token));
        endpoints.MapPost("/wallet/pay-out", (Payment body, CancellationToken token) => wallet.TransferAsync($"http/{body.Request}", CreditWallet.AccountOf(body.Player), CreditWallet.House, body.Credits, "paid out", token));
        endpoints.MapPost("/wallet/transfer", (Transfer body, CancellationToken token) =>
            wallet.TransferAsync($"http/{body.Request}", CreditWallet.AccountOf(body.From), CreditWallet.AccountOf(body.To), body.Credits, "transfer", token));
        endpoints.MapPost("/rewards", async (Reward body, CancellationToken token) =>
        {
            await features.Rewards.PutAsync(body, token).ConfigureAwait(false);
            return TypedResults.NoContent();
        });
        endpoints.MapPost("/auctions", async (Opening body, CancellationToken token) =>
        {
            await features.Auctions.OpenAsync(body.Request, body.Auction, body.Seller, body.Minimum, Durations.Of(body.Seconds), token).ConfigureAwait(false);
            return TypedResults.NoContent();
        });
        endpoints.MapPost("/auctions/bid", (Offer body, CancellationToken token) => features.Auctions.BidAsync(body.Request, body.Auction, body.Bidder, body.Credits, token));
    }

    /// <summary>Money for credits, or credits for money.</summary>
    internal sealed record Payment(string Request, string Player, long Credits) : INamedRequest;

    /// <summary>From a player to another.</summary>
    internal sealed record Transfer(string Request, string From, string To, long Credits) : INamedRequest;

    /// <summary>An auction that ends after so many seconds.</summary>
    internal sealed record Opening(string Request, string Auction, string Seller, long Minimum, double Seconds) : INamedRequest;

    /// <summary>A bid.</summary>
    internal sealed record Offer(string Request, string Auction, string Bidder, long Credits) : INamedRequest;
}
