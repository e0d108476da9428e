namespace Genie.Extensions.Genius.Streams.Geofences;

/// <summary>A geofence's definition is another one than its streams were begun with: who is inside would be judged by other rules than those by which he came in. Nothing was changed.</summary>
/// <param name="name">The definition's name.</param>
/// <param name="before">What it was.</param>
/// <param name="now">What it is.</param>
/// <param name="version">Its version.</param>
public sealed class GeofenceChangedException(string name, string before, string now, int version) : Exception(
    $"Geofence '{name}', version {version}, was begun as {before}, and is {now} now. "
    + $"Set {nameof(GeofenceDefinition.Version)} to {version + 1}, with which nobody is inside of anything at first, or restore the definition.")
{
    /// <summary>The definition's name.</summary>
    public string GeofenceName => name;

    /// <summary>Always false: the definition must be changed.</summary>
    public static bool IsTransient => false;
}
