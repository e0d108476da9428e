namespace Genie.Extensions.Genius.Rules.Resources;

/// <summary>A model that gives events scores, which rules compare. Safe for concurrent callers.</summary>
public interface IRuleModel
{
    /// <summary>How many features it takes, from 1 to <see cref="Operands.ModelScore.FeaturesMax"/>; always the same.</summary>
    int FeatureCount { get; }

    /// <summary>The score of an event; the same features have the same. One that is no number stands to no bound. An error is counted, and the event has no score.</summary>
    /// <param name="features">As many as it takes, each a number.</param>
    double Score(ReadOnlySpan<double> features);
}
