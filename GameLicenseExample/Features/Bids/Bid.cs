namespace GameLicenseExample.Features.Bids;

/// <summary>A bid.</summary>
/// <param name="Request">The request that it is the effect of.</param>
/// <param name="Bidder">Who bids.</param>
/// <param name="Credits">How much.</param>
/// <param name="Time">When it first came to the server; sending it again does not change it.</param>
internal sealed record Bid(string Request, string Bidder, long Credits, DateTimeOffset Time);
