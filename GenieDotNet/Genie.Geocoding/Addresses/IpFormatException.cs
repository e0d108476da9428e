namespace Genie.Geocoding.Addresses;

/// <summary>A file is no database of IP addresses, or is damaged where it was read; the message says how.</summary>
public sealed class IpFormatException(string reason, Exception? innerException = null) : Exception($"The MaxMind DB file cannot be used: {reason} Get it again.", innerException)
{
    /// <summary>Always false: the same file will not do better next time.</summary>
    public static bool IsTransient => false;
}
