namespace Genie.Geocoding.Indexing;

/// <summary>
/// On which side of a line a point lies, exact for all doubles: a quick test with an error bound, then, for the one in a
/// billion that it leaves open, the determinant as an exact sum (Shewchuk, "Adaptive Precision Floating-Point Arithmetic and
/// Fast Robust Geometric Predicates", 1997, sections 2 and 4.3).
/// </summary>
internal static class ExactSign
{
    // (3 + 16 eps) eps of Shewchuk's section 4.3, eps being half a unit in the last place of 1.
    private const double ErrorBound = 3.3306690738754716e-16;

    // 2^500.
    private const double Enlargement = 3.273390607896142e150;

    /// <summary>Positive if the point is to the right of the line from low to high, negative to the left, 0 on it.</summary>
    public static int OfTurn(double lowX, double lowY, double highX, double highY, double x, double y)
    {
        var left = (x - lowX) * (highY - lowY);
        var right = (highX - lowX) * (y - lowY);
        var turn = left - right;
        if (Math.Abs(turn) > ErrorBound * (Math.Abs(left) + Math.Abs(right))) return Math.Sign(turn);
        return OfExactTurn(lowX, lowY, highX, highY, x, y);
    }

    private static int OfExactTurn(double lowX, double lowY, double highX, double highY, double x, double y)
    {
        // Enlarged by a power of two, which rounds nothing, so that the products of the smallest doubles do not vanish. The
        // largest stay below 2^1018.
        (lowX, lowY, highX, highY, x, y) = (lowX * Enlargement, lowY * Enlargement, highX * Enlargement, highY * Enlargement, x * Enlargement, y * Enlargement);

        // The determinant multiplied out: x*highY - highX*y + highX*lowY - lowX*highY + lowX*y - x*lowY.
        Span<double> sum = stackalloc double[12];
        var count = 0;
        AddProduct(sum, ref count, x, highY);
        AddProduct(sum, ref count, -highX, y);
        AddProduct(sum, ref count, highX, lowY);
        AddProduct(sum, ref count, -lowX, highY);
        AddProduct(sum, ref count, lowX, y);
        AddProduct(sum, ref count, -x, lowY);
        for (var i = count - 1; i >= 0; i--)
        {
            if (sum[i] != 0) return Math.Sign(sum[i]);
        }

        return 0;
    }

    private static void AddProduct(Span<double> sum, ref int count, double a, double b)
    {
        var product = a * b;
        Add(sum, ref count, Math.FusedMultiplyAdd(a, b, -product));
        Add(sum, ref count, product);
    }

    // Shewchuk's GROW-EXPANSION: the components stay nonoverlapping and in increasing order, so the last one has the sign.
    private static void Add(Span<double> sum, ref int count, double term)
    {
        for (var i = 0; i < count; i++)
        {
            var total = term + sum[i];
            var virtualPart = total - term;
            sum[i] = (term - (total - virtualPart)) + (sum[i] - virtualPart);
            term = total;
        }

        sum[count++] = term;
    }
}
