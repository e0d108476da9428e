using MathNet.Numerics.LinearAlgebra;

namespace Genie.Benchmarks.Reporting.Scaling;

/// <summary>
/// The Universal Scalability Law (Gunther, "Guerrilla Capacity Planning", 2007, chapter 4): N nodes do
/// X(N) = λN / (1 + σ(N - 1) + κN(N - 1)). With κ = 0 it is Amdahl's law.
/// </summary>
/// <param name="Lambda">λ: what one node does, a second.</param>
/// <param name="Sigma">σ: the share of the work that waits for one another (contention).</param>
/// <param name="Kappa">κ: what each pair of nodes costs (coherency).</param>
internal sealed record ScalingModel(double Lambda, double Sigma, double Kappa)
{
    /// <summary>What so many nodes do, a second.</summary>
    public double At(int nodes) => Lambda * nodes / (1 + (Sigma * (nodes - 1)) + (Kappa * nodes * (nodes - 1)));

    /// <summary>Beyond so many nodes each further one does harm; null where none does.</summary>
    public double? Peak => Kappa > 0 ? Math.Max(1, Math.Sqrt(Math.Max(0, 1 - Sigma) / Kappa)) : null;

    /// <summary>
    /// The law that fits best, by least squares of N / X, which is linear in 1/λ, σ/λ and κ/λ; coefficients that would be negative are left out. With two
    /// counts of nodes it is Amdahl's; null with fewer.
    /// </summary>
    /// <param name="points">Nodes, and what they did a second.</param>
    public static ScalingModel? Fit(IReadOnlyList<(int Nodes, double PerSecond)> points)
    {
        var counts = points.Select(point => point.Nodes).Distinct().Count();
        if (counts < 2 || points.Any(point => point.PerSecond <= 0)) return null;
        Func<int, double>[][] candidates = counts > 2 ? [[], [Contention], [Coherency], [Contention, Coherency]] : [[], [Contention]];
        return candidates.Select(terms => TryFit(points, terms)).OfType<ScalingModel>().MinBy(model => points.Sum(point => Squared((point.Nodes / point.PerSecond) - (point.Nodes / model.At(point.Nodes)))));
    }

    private static double Squared(double value) => value * value;

    private static double Contention(int nodes) => nodes - 1;

    private static double Coherency(int nodes) => nodes * (nodes - 1.0);

    private static ScalingModel? TryFit(IReadOnlyList<(int Nodes, double PerSecond)> points, Func<int, double>[] terms)
    {
        var left = Matrix<double>.Build.Dense(points.Count, terms.Length + 1, (row, column) => column == 0 ? 1 : terms[column - 1](points[row].Nodes));
        var right = Vector<double>.Build.Dense([.. points.Select(point => point.Nodes / point.PerSecond)]);
        var found = left.QR().Solve(right);
        if (found.Any(value => value < 0 || !double.IsFinite(value)) || found[0] <= 0) return null;
        double Of(Func<int, double> term) => Array.IndexOf(terms, term) is var at and >= 0 ? found[at + 1] / found[0] : 0;
        return new ScalingModel(1 / found[0], Of(Contention), Of(Coherency));
    }
}
