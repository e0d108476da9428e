namespace GameLicenseExample.Features.Wallet;

/// <summary>An entry of the ledger: its postings add up to nothing.</summary>
/// <param name="Request">The request that it is the effect of.</param>
/// <param name="Postings">Who gains and who gives.</param>
/// <param name="Reason">What for.</param>
/// <param name="Time">When it was decided, by the server's clock.</param>
internal sealed record Posted(string Request, IReadOnlyList<Posting> Postings, string Reason, DateTimeOffset Time);
