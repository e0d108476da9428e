using Genie.EventStore;
using Genie.Extensions.Genius.AspNetCore.Callers;
using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Hosting;
using Genie.Extensions.Genius.Messages;
using Genie.Extensions.Genius.Outputs;
using Google.Protobuf.Collections;

namespace Genie.Extensions.Genius.AspNetCore.Filters;

/// <summary>Which facts are meant, as <see cref="FactFilter"/> says. Safe for concurrent callers.</summary>
public sealed class OutputFilter
{
    private readonly HashSet<FactKind>? _kinds;
    private readonly NamePatterns? _rules;
    private readonly NamePatterns? _definitions;
    private readonly NamePatterns? _keys;

    /// <summary>Of a message, which may change afterwards.</summary>
    public OutputFilter(FactFilter filter)
    {
        ArgumentNullException.ThrowIfNull(filter);
        _kinds = filter.Kinds.Count == 0 ? null : [.. filter.Kinds];
        (_rules, _definitions, _keys) = (PatternsOf(filter.Rules), PatternsOf(filter.Definitions), PatternsOf(filter.Keys));
    }

    /// <summary>True for facts that are meant; false for what is none.</summary>
    public bool Meets(Output output)
    {
        ArgumentNullException.ThrowIfNull(output);
        return output.FactCase != Output.FactOneofCase.None
            && _keys?.Contains(GeniusOutputs.KeyOf(output)) != false
            && (_kinds is null || OutputTraits.KindsOf(output).Any(_kinds.Contains))
            && (_definitions is null || OutputTraits.DefinitionOf(output) is { } definition && _definitions.Contains(definition))
            && (_rules is null || OutputTraits.RulesOf(output).Any(_rules.Contains));
    }

    /// <summary>True for records of facts that are meant. One that cannot be read is passed over: it would stop all that follow it.</summary>
    public bool Meets(RecordedEvent recorded)
    {
        try
        {
            return Read(recorded) is not null;
        }
        catch (MalformedEventException)
        {
            return false;
        }
    }

    /// <summary>The fact that a record holds, if it is meant; null if it holds none that is.</summary>
    /// <exception cref="MalformedEventException">The record is damaged.</exception>
    public Output? Read(RecordedEvent recorded)
    {
        ArgumentNullException.ThrowIfNull(recorded);
        return MayHold(recorded) && GeniusOutputs.Read(recorded) is { } output && Meets(output) ? output : null;
    }

    // Most records are events, and what they are about can be told without reading them.
    private bool MayHold(RecordedEvent recorded) =>
        ProcessedEvents.KeyOf(recorded.Stream) is not { } key
        || _definitions is null && _kinds?.Contains(FactKind.RulesMatched) != false && _keys?.Contains(key) != false;

    private static NamePatterns? PatternsOf(RepeatedField<string> names) => names.Count == 0 ? null : new NamePatterns(names);
}
