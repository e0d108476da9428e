namespace Genie.Extensions.Genius.Licences;

/// <summary>A machine did what it has no licence for. It is not on record.</summary>
/// <param name="reason">Why: denied, revoked, ended.</param>
public sealed class LicenceNotInForceException(string reason) : LicenceException($"There is no licence in force: {reason}. Ask for one.");
