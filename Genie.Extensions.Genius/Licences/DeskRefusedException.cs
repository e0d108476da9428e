namespace Genie.Extensions.Genius.Licences;

/// <summary>The desk refused the envelope, or somebody else answered. The desk never reveals which cause it had.</summary>
public sealed class DeskRefusedException()
    : LicenceException("The desk gave no answer that counts. Is its key the right one, and is this machine's clock right to some minutes?");
