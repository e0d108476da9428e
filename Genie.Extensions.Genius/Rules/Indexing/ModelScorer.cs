using Genie.Extensions.Genius.Rules.Resources;

namespace Genie.Extensions.Genius.Rules.Indexing;

/// <summary>Asks a model for the score of an event, with the features that rules name. An event's is asked for once, when the first rule comes to it.</summary>
/// <param name="cell">Where the model is.</param>
/// <param name="features">What it is given.</param>
/// <param name="slot">Where <see cref="OperandFacts"/> keep the score.</param>
internal sealed class ModelScorer(ModelCell cell, ModelFeature[] features, int slot)
{
    public int Slot => slot;

    /// <summary>What any event that has a score is filed under; null: any event may have one.</summary>
    public int? Presence => features.Select(static each => each.Presence).FirstOrDefault(static each => each is not null);

    /// <summary>The score; not a number where the event has none.</summary>
    public double Score(EventFacts facts)
    {
        Span<double> values = stackalloc double[features.Length];
        for (var i = 0; i < features.Length; i++)
        {
            values[i] = features[i].Of(facts);
            if (double.IsNaN(values[i])) return double.NaN;
        }

        return cell.Score(values);
    }
}
