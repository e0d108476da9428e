namespace Genie.Geocoding;

/// <summary>The database could not be asked; the message says where it should be and what to do.</summary>
public sealed class GeocoderUnavailableException(string message, bool isTransient, Exception? innerException = null) : Exception(message, innerException)
{
    /// <summary>True if trying again later may help: the server is down, starting or overloaded.</summary>
    public bool IsTransient { get; } = isTransient;
}
