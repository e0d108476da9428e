namespace Genie.Extensions.Genius.Licences;

/// <summary>The issuer refused the envelope, or somebody else answered. The issuer never reveals which cause it had.</summary>
public sealed class IssuerRefusedException()
    : LicenceException("The issuer gave no answer that counts. Is its key the right one, and is this machine's clock right to some minutes?");
