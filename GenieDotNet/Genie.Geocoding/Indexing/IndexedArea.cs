namespace Genie.Geocoding.Indexing;

/// <summary>An area of an index with the place of the area around it, or -1.</summary>
internal readonly record struct IndexedArea(Area Area, int Parent);
