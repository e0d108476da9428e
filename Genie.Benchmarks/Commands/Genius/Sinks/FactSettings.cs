using Genie.EventStore;
using Genie.Extensions.Genius.AspNetCore.Callers;
using Genie.Extensions.Genius.AspNetCore.Filters;
using Genie.Extensions.Genius.Messages;

namespace Genie.Benchmarks.Commands.Genius.Sinks;

/// <summary>Which facts settings mean: those that meet all that is said.</summary>
internal abstract class FactSettings
{
    private static readonly string[] Kinds = [.. Enum.GetNames<FactKind>().Where(static each => each != nameof(FactKind.Unspecified))];

    /// <summary>Kinds of facts, such as <c>RulesMatched</c> or <c>FenceEntered</c>; null: all.</summary>
    public IList<string>? Facts { get; set; }

    /// <summary>Of rules that matched or hold no more, and of fences, these alone, as <see cref="NamePatterns"/> has them; other kinds of facts name no rule. Null: all facts.</summary>
    public IList<string>? Rules { get; set; }

    /// <summary>Windows, geofences and patterns that facts are of, likewise; null: all facts.</summary>
    public IList<string>? Definitions { get; set; }

    /// <summary>Keys that facts are about, likewise; null: all.</summary>
    public IList<string>? Keys { get; set; }

    /// <summary>True for facts that are meant. Those that a backfill derived are no news, and none of them.</summary>
    /// <exception cref="BadArgumentException">A kind is none.</exception>
    public Func<Output, bool> ToFilter()
    {
        var filter = ToOutputFilter();
        return output => !output.IsBackfilled && filter.Meets(output);
    }

    /// <summary>As <see cref="ToFilter"/>, of records. One that cannot be read is passed over: it would stop all that follow it.</summary>
    /// <exception cref="BadArgumentException">A kind is none.</exception>
    protected Func<RecordedEvent, bool> ToRecordFilter()
    {
        var filter = ToOutputFilter();
        return recorded =>
        {
            try
            {
                return filter.Read(recorded) is { IsBackfilled: false };
            }
            catch (Extensions.Genius.Events.MalformedEventException)
            {
                return false;
            }
        };
    }

    private OutputFilter ToOutputFilter()
    {
        if (Facts?.FirstOrDefault(static each => !Kinds.Contains(each)) is { } unknown) throw new BadArgumentException($"Facts: '{unknown}' is no kind of fact; there are {string.Join(", ", Kinds)}.");
        return new OutputFilter(new FactFilter { Kinds = { Facts?.Select(Enum.Parse<FactKind>) ?? [] }, Rules = { Rules ?? [] }, Definitions = { Definitions ?? [] }, Keys = { Keys ?? [] } });
    }
}
