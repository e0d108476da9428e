namespace Genie.Geocoding.Indexing;

/// <summary>An edge of one part; in order, equal edges of different parts stand together.</summary>
/// <param name="Edge">The edge.</param>
/// <param name="Part">The part's number.</param>
internal readonly record struct PartEdge(Edge Edge, int Part) : IComparable<PartEdge>
{
    /// <inheritdoc/>
    public int CompareTo(PartEdge other)
    {
        var order = Edge.LowY.CompareTo(other.Edge.LowY);
        if (order == 0) order = Edge.LowX.CompareTo(other.Edge.LowX);
        if (order == 0) order = Edge.HighY.CompareTo(other.Edge.HighY);
        if (order == 0) order = Edge.HighX.CompareTo(other.Edge.HighX);
        return order == 0 ? Part.CompareTo(other.Part) : order;
    }
}
