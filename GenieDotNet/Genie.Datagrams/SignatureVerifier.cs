namespace Genie.Datagrams;

/// <summary>Checks signatures of one key, of a kind that the runtime does not have. Called on the endpoint's thread; what it throws counts as false.</summary>
/// <param name="content">What was signed.</param>
/// <param name="signature">What the server sent; anything, of any length.</param>
/// <returns>True if the key's holder has signed it.</returns>
public delegate bool SignatureVerifier(ReadOnlySpan<byte> content, ReadOnlySpan<byte> signature);
