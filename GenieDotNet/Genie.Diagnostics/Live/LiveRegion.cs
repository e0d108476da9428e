namespace Genie.Diagnostics.Live;

/// <summary>A region that events are told apart by. The same name again replaces it.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Rings">Its outlines: longitude, latitude, longitude, latitude… in degrees. None: the region is shown no longer.</param>
public sealed record LiveRegion(string Name, IReadOnlyList<double[]> Rings);
