namespace Genie.Extensions.Genius.Rules.Resources;

/// <summary>Where the model of a name is: the one that was put last.</summary>
internal sealed class ModelCell(string name)
{
    private volatile IRuleModel? _model;
    private volatile string? _problem;
    private long _failures;

    public IRuleModel? Model => _model;

    /// <summary>Scores that the models of this name failed to give.</summary>
    public long Failures => Interlocked.Read(ref _failures);

    /// <returns>True if rules that ran before may not run now, or the other way round.</returns>
    public bool Put(IRuleModel model)
    {
        var before = Interlocked.Exchange(ref _model, model);
        _problem = null;
        return before?.FeatureCount != model.FeatureCount;
    }

    /// <summary>Says why there is none, for as long as there is none.</summary>
    public void Refuse(string reason) => _problem = reason;

    /// <exception cref="MissingResourceException">There is no model, or one of another number of features.</exception>
    public void Check(int features)
    {
        if (_model is not { } model)
            throw new MissingResourceException(_problem is { } problem ? $"the model '{name}' does not load: {problem}" : RuleResources.NoModel(name));
        if (model.FeatureCount != features) throw new MissingResourceException($"the model '{name}' takes {model.FeatureCount} features, not {features}; give it those that it was trained with.");
    }

    /// <summary>The score; not a number where there is none.</summary>
    public double Score(ReadOnlySpan<double> features)
    {
        if (_model is not { } model || model.FeatureCount != features.Length) return double.NaN;
        try
        {
            return model.Score(features);
        }
        catch (Exception)
        {
            // An event whose score fails takes effect by the other rules.
            Interlocked.Increment(ref _failures);
            return double.NaN;
        }
    }
}
