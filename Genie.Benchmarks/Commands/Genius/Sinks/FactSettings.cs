using Genie.EventStore;
using Genie.Extensions.Genius.AspNetCore.Callers;
using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Messages;
using Genie.Extensions.Genius.Outputs;
using Google.Protobuf.Collections;

namespace Genie.Benchmarks.Commands.Genius.Sinks;

/// <summary>Which facts settings mean: those that meet all that is said.</summary>
internal abstract class FactSettings
{
    private static readonly string[] Kinds = [.. Enum.GetNames<Output.FactOneofCase>().Where(static each => each != nameof(Output.FactOneofCase.None))];

    /// <summary>Kinds of facts, such as <c>RulesMatched</c>; null: all.</summary>
    public IList<string>? Facts { get; set; }

    /// <summary>Of rules that matched or hold no more, and of fences, these alone, as <see cref="NamePatterns"/> has them; other kinds of facts name no rule. Null: all facts.</summary>
    public IList<string>? Rules { get; set; }

    /// <summary>Keys that facts are about, likewise; null: all.</summary>
    public IList<string>? Keys { get; set; }

    /// <summary>True for facts that are meant. Those that a backfill derived are no news, and none of them.</summary>
    /// <exception cref="BadArgumentException">A kind is none.</exception>
    public Func<Output, bool> ToFilter()
    {
        if (Facts?.FirstOrDefault(static each => !Kinds.Contains(each)) is { } unknown) throw new BadArgumentException($"Facts: '{unknown}' is no kind of fact; there are {string.Join(", ", Kinds)}.");
        var (kinds, rules, keys) = (Facts?.ToHashSet(), Rules is null ? null : new NamePatterns(Rules), Keys is null ? null : new NamePatterns(Keys));
        return output => !output.IsBackfilled
            && kinds?.Contains(output.FactCase.ToString()) != false
            && keys?.Contains(GeniusOutputs.KeyOf(output)) != false
            && (rules is null || RulesOf(output).Any(rules.Contains));
    }

    /// <summary>As <see cref="ToFilter"/>, of records. One that cannot be read is passed over: it would stop all that follow it.</summary>
    /// <exception cref="BadArgumentException">A kind is none.</exception>
    protected Func<RecordedEvent, bool> ToRecordFilter()
    {
        var filter = ToFilter();
        return recorded =>
        {
            try
            {
                return GeniusOutputs.Read(recorded) is { } output && filter(output);
            }
            catch (MalformedEventException)
            {
                return false;
            }
        };
    }

    private static RepeatedField<string> RulesOf(Output output) => output.FactCase switch
    {
        Output.FactOneofCase.RulesMatched => output.RulesMatched.Rules,
        Output.FactOneofCase.FenceTransitioned => [output.FenceTransitioned.Fence],
        Output.FactOneofCase.FactMatched => [.. output.FactMatched.Rules, .. output.FactMatched.RetractedRules],
        _ => [],
    };
}
