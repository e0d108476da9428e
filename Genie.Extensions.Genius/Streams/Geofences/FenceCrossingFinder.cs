using Genie.Extensions.Genius.Messages;
using Genie.Extensions.Genius.Streams.Geofences.Shapes;
using Genie.Geocoding;

namespace Genie.Extensions.Genius.Streams.Geofences;

/// <summary>Finds what lies between two positions of a bearer, by the rules of this moment.</summary>
/// <param name="map">The fences' outlines.</param>
/// <param name="within">How far apart in time the positions are at most.</param>
internal sealed class FenceCrossingFinder(FenceMap map, TimeSpan within)
{
    /// <summary>The crossings between two positions, in their order; null: there are none.</summary>
    public FenceCrossings? Find(FencePosition? from, FencePosition to)
    {
        if (from?.Place is null || to.Place is null || to.TimeTicks - from.TimeTicks > within.Ticks) return null;
        var crossings = new FenceCrossings();
        foreach (var (fence, first, last) in map.Crossed(new FencePath(PointOf(from.Place), PointOf(to.Place))))
            crossings.Crossings.Add(new FenceCrossing { Fence = fence, EnteredTicks = At(from, to, first), LeftTicks = At(from, to, last) });
        return crossings.Crossings.Count > 0 ? crossings : null;
    }

    private static long At(FencePosition from, FencePosition to, double part) => from.TimeTicks + (long)(part * (to.TimeTicks - from.TimeTicks));

    private static GeoPoint PointOf(FencePlace place) => new(place.Latitude, place.Longitude);
}
