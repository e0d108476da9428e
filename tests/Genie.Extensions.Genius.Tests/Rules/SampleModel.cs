using Genie.Extensions.Genius.Rules.Resources;

namespace Genie.Extensions.Genius.Tests.Rules;

/// <summary>A model whose score is the first feature, twice the second, three times the third and so on; none where that is too much.</summary>
internal sealed class SampleModel(int features) : IRuleModel
{
    public const double ScoreMax = 6;

    public int FeatureCount => features;

    /// <summary>How often it was asked.</summary>
    public int Asked { get; private set; }

    /// <summary>Fails when it is asked.</summary>
    public bool Fails { get; set; }

    public double Score(ReadOnlySpan<double> features)
    {
        Asked++;
        if (Fails) throw new InvalidOperationException("It fails.");
        return ScoreOf(features);
    }

    public static double ScoreOf(ReadOnlySpan<double> features)
    {
        var score = 0.0;
        for (var i = 0; i < features.Length; i++) score += (i + 1) * features[i];
        return score > ScoreMax ? double.NaN : score;
    }
}
