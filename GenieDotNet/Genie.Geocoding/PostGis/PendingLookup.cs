namespace Genie.Geocoding.PostGis;

/// <summary>A look-up that waits for a connection.</summary>
internal sealed class PendingLookup(GeoPoint point) : TaskCompletionSource<PlaceAnswer>(TaskCreationOptions.RunContinuationsAsynchronously)
{
    /// <summary>What is asked for.</summary>
    public GeoPoint Point { get; } = point;
}
