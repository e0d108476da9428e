using Genie.Genuine.Identities;

namespace Genie.Genuine.Envelopes;

/// <summary>What came in an envelope.</summary>
/// <param name="Sender">Who signed it. Whether this is who you think is for you to know.</param>
/// <param name="SealedAt">The sender's clock, within the opener's bounds.</param>
/// <param name="Content">The message.</param>
public sealed record OpenedEnvelope(PublicIdentity Sender, DateTimeOffset SealedAt, ReadOnlyMemory<byte> Content);
