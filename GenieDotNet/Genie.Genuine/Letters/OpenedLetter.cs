using Genie.Genuine.Identities;

namespace Genie.Genuine.Letters;

/// <summary>What came in a letter.</summary>
/// <param name="Sender">Who wrote it.</param>
/// <param name="Content">The message.</param>
/// <param name="Expires">From then on the letter is refused: so long a replay must be known again.</param>
public sealed record OpenedLetter(PublicIdentity Sender, byte[] Content, DateTimeOffset Expires);
