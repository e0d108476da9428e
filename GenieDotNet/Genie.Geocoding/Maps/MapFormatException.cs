namespace Genie.Geocoding.Maps;

/// <summary>A map's source file is not what it should be; the message says where and what to do.</summary>
public sealed class MapFormatException(string message, Exception? innerException = null) : Exception(message, innerException)
{
    /// <summary>Always false: the same file will not do better next time.</summary>
    public static bool IsTransient => false;
}
