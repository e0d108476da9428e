using System.Collections.Concurrent;
using Genie.Extensions.Genius.Rules.Operands;

namespace Genie.Extensions.Genius.Rules.Resources;

/// <summary>What a host has for its rules beside events. Safe for concurrent callers.</summary>
public sealed class RuleResources
{
    private readonly ConcurrentDictionary<string, ReferenceCell> _tables = new(StringComparer.Ordinal);
    private readonly ConcurrentDictionary<string, ModelCell> _models = new(StringComparer.Ordinal);
    private int _version;
    private int _modelVersion;

    /// <summary>Rises when something comes that was not there before: rules that were set aside for it may run then.</summary>
    public int Version => Volatile.Read(ref _version);

    /// <summary>Rises when a model comes that takes another number of features: rules that ask for it may not run any more.</summary>
    internal int ModelVersion => Volatile.Read(ref _modelVersion);

    /// <summary>Scores that models failed to give.</summary>
    internal long ModelFailures => _models.Values.Sum(static each => each.Failures);

    /// <summary>A table is there from now on, in place of one of the same name. An event sees one of the two, never some of both.</summary>
    public void Put(ReferenceTable table)
    {
        ArgumentNullException.ThrowIfNull(table);
        var cell = new ReferenceCell(table);
        var known = _tables.GetOrAdd(table.Name, cell);
        known.Table = table;
        if (known == cell) Interlocked.Increment(ref _version);
    }

    /// <summary>A table by its name, or null.</summary>
    public ReferenceTable? FindTable(string name) => _tables.GetValueOrDefault(name)?.Table;

    /// <summary>A model is there from now on, in place of one of the same name; events that are matched meanwhile are scored by either.</summary>
    /// <param name="name">Its name, as rules have it.</param>
    /// <param name="model">The model. Never disposed of here, since a thread may be asking it: of the one before, too, let the garbage collector take care.</param>
    /// <exception cref="ArgumentOutOfRangeException">It takes no features, or more than <see cref="ModelScore.FeaturesMax"/>; what was known stays.</exception>
    public void PutModel(string name, IRuleModel model)
    {
        ArgumentException.ThrowIfNullOrEmpty(name);
        ArgumentNullException.ThrowIfNull(model);
        ArgumentOutOfRangeException.ThrowIfLessThan(model.FeatureCount, 1, nameof(model));
        ArgumentOutOfRangeException.ThrowIfGreaterThan(model.FeatureCount, ModelScore.FeaturesMax, nameof(model));
        if (!CellOfName(name).Put(model)) return;
        Interlocked.Increment(ref _modelVersion);
        Interlocked.Increment(ref _version);
    }

    /// <summary>Notes why a model is not there, for the reason that rules are set aside by. One that was known stays.</summary>
    /// <param name="name">Its name, as rules have it.</param>
    /// <param name="reason">What is wrong, and what is expected.</param>
    public void RefuseModel(string name, string reason)
    {
        ArgumentException.ThrowIfNullOrEmpty(name);
        ArgumentException.ThrowIfNullOrEmpty(reason);
        CellOfName(name).Refuse(reason);

        // Rules that wait for it are tried again, and tell the new reason.
        Interlocked.Increment(ref _version);
    }

    /// <summary>A model by its name, or null.</summary>
    public IRuleModel? FindModel(string name) => _models.GetValueOrDefault(name)?.Model;

    /// <summary>The score of features that an event has; not a number where there is none.</summary>
    internal double ScoreOf(ModelScore score, ReadOnlySpan<double> features) => _models.TryGetValue(score.Model, out var cell) ? cell.Score(features) : double.NaN;

    internal static string NoModel(string name) => $"there is no model '{name}' on this host; put it among the host's RuleResources, or its file into the folder of models in the settings.";

    /// <exception cref="MissingResourceException">There is no such model, or it takes another number of features.</exception>
    internal ModelCell ModelOf(ModelScore score)
    {
        if (!_models.TryGetValue(score.Model, out var cell)) throw new MissingResourceException(NoModel(score.Model));
        cell.Check(score.Features.Count);
        return cell;
    }

    private ModelCell CellOfName(string name) => _models.GetOrAdd(name, static name => new ModelCell(name));

    /// <exception cref="MissingResourceException">There is no such table.</exception>
    internal ReferenceCell CellOf(string table) => _tables.GetValueOrDefault(table)
        ?? throw new MissingResourceException($"there is no reference table '{table}' on this host; put it among the host's RuleResources, or name its file in the settings.");
}
