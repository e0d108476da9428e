namespace Genie.Geocoding.Places;

/// <summary>
/// A balanced tree of points on the unit sphere, cut along one of three axes after the other: the nearest point by chord is the
/// nearest by great circle, with no special case at the poles or the antimeridian.
/// </summary>
internal sealed class PlaceTree
{
    private readonly Node[] _nodes;

    /// <summary>Builds the tree; a place's number is its place in the list.</summary>
    public PlaceTree(IReadOnlyList<GeoPoint> places)
    {
        _nodes = [.. places.Select((place, number) => Node.At(place, number))];
        Order(_nodes, 0);
    }

    /// <summary>The number of the nearest place, or -1 if none is nearer.</summary>
    /// <param name="point">The point.</param>
    /// <param name="squaredChord">The square of the longest chord that counts; becomes that to the place found.</param>
    /// <param name="isWanted">Which places count; null: all.</param>
    public int Find(GeoPoint point, ref double squaredChord, Predicate<int>? isWanted)
    {
        var found = -1;
        Search(_nodes, Node.At(point, 0), 0, isWanted, ref squaredChord, ref found);
        return found;
    }

    private static void Search(ReadOnlySpan<Node> nodes, in Node point, int axis, Predicate<int>? isWanted, ref double squaredChord, ref int found)
    {
        if (nodes.IsEmpty) return;
        var middle = nodes.Length / 2;
        ref readonly var node = ref nodes[middle];
        var distance = node.SquaredChord(point);
        var isNearer = distance < squaredChord || (distance == squaredChord && (found < 0 || node.Number < found));
        if (isNearer && isWanted?.Invoke(node.Number) != false) (squaredChord, found) = (distance, node.Number);
        var offset = point.On(axis) - node.On(axis);
        var next = axis == 2 ? 0 : axis + 1;
        var isAfter = offset > 0;
        Search(isAfter ? nodes[(middle + 1)..] : nodes[..middle], point, next, isWanted, ref squaredChord, ref found);
        if (offset * offset <= squaredChord) Search(isAfter ? nodes[..middle] : nodes[(middle + 1)..], point, next, isWanted, ref squaredChord, ref found);
    }

    private static void Order(Span<Node> nodes, int axis)
    {
        while (nodes.Length > 1)
        {
            var middle = nodes.Length / 2;
            Select(nodes, middle, axis);
            axis = axis == 2 ? 0 : axis + 1;
            Order(nodes[..middle], axis);
            nodes = nodes[(middle + 1)..];
        }
    }

    // Hoare's selection: whatever is smaller than the one in the middle stands before it, whatever is larger after it.
    private static void Select(Span<Node> nodes, int middle, int axis)
    {
        var (low, high) = (0, nodes.Length - 1);
        while (low < high)
        {
            var pivot = nodes[(low + high) / 2].On(axis);
            var (i, j) = (low, high);
            while (i <= j)
            {
                while (nodes[i].On(axis) < pivot) i++;
                while (nodes[j].On(axis) > pivot) j--;
                if (i > j) break;
                (nodes[i], nodes[j]) = (nodes[j], nodes[i]);
                i++;
                j--;
            }

            if (middle <= j) high = j;
            else if (middle >= i) low = i;
            else return;
        }
    }

    private readonly record struct Node(double X, double Y, double Z, int Number)
    {
        public static Node At(GeoPoint point, int number)
        {
            var (sinLatitude, cosLatitude) = Math.SinCos(point.Latitude * Math.PI / 180);
            var (sinLongitude, cosLongitude) = Math.SinCos(point.Longitude * Math.PI / 180);
            return new Node(cosLatitude * cosLongitude, cosLatitude * sinLongitude, sinLatitude, number);
        }

        public double On(int axis) => axis switch { 0 => X, 1 => Y, _ => Z };

        public double SquaredChord(in Node other)
        {
            var (x, y, z) = (X - other.X, Y - other.Y, Z - other.Z);
            return (x * x) + (y * y) + (z * z);
        }
    }
}
