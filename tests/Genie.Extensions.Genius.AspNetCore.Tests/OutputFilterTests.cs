using Genie.Extensions.Genius.AspNetCore.Filters;
using Genie.Extensions.Genius.Messages;

namespace Genie.Extensions.Genius.AspNetCore.Tests;

/// <summary>What a fact must be to be meant.</summary>
public sealed class OutputFilterTests
{
    private static readonly Dictionary<string, Output> Facts = new()
    {
        ["ended"] = new Output { WindowClosed = new WindowClosed { Window = "minutes", Key = "a", Revision = 1 } },
        ["revised"] = new Output { WindowClosed = new WindowClosed { Window = "minutes", Key = "a", Revision = 2 } },
        ["retracted"] = new Output { WindowClosed = new WindowClosed { Window = "sessions", Key = "a", Revision = 2, IsRetracted = true } },
        ["dwelled"] = new Output { FenceTransitioned = new FenceTransitioned { Geofence = "yards", Fence = "yard-7", Key = "a", Change = FenceTransitioned.Types.Change.Dwelled } },
        ["crossed"] = new Output { FenceTransitioned = new FenceTransitioned { Geofence = "yards", Fence = "gate", Key = "b", Change = FenceTransitioned.Types.Change.Crossed } },
        ["pattern"] = new Output { PatternMatched = new PatternMatched { Pattern = "theft", Key = "b" } },
        ["absence"] = new Output { AbsenceNoticed = new AbsenceNoticed { Pattern = "silence", Key = "b" } },
        ["fact"] = new Output { FactMatched = new FactMatched { Key = "a", Rules = { "busy" }, WindowClosed = new WindowClosed { Window = "minutes", Key = "a" } } },
        ["no more"] = new Output { FactMatched = new FactMatched { Key = "b", RetractedRules = { "busy" }, AbsenceNoticed = new AbsenceNoticed { Pattern = "silence", Key = "b" } } },
        ["rules"] = new Output { RulesMatched = new RulesMatched { Key = "a", Rules = { "fast", "yard-7" } } },
    };

    [Fact]
    public void Each_kind_is_what_it_says()
    {
        Assert.Equal("ended, revised, retracted", MetBy(FactKind.WindowClosed));
        Assert.Equal("ended", MetBy(FactKind.WindowEnded));
        Assert.Equal("revised", MetBy(FactKind.WindowRevised));
        Assert.Equal("retracted", MetBy(FactKind.WindowRetracted));
        Assert.Equal("dwelled, crossed", MetBy(FactKind.FenceTransitioned));
        Assert.Equal("dwelled", MetBy(FactKind.FenceDwelled));
        Assert.Equal("crossed", MetBy(FactKind.FenceCrossed));
        Assert.Equal("", MetBy(FactKind.FenceEntered));
        Assert.Equal("pattern, absence", MetBy(FactKind.PatternMatched, FactKind.AbsenceNoticed));
        Assert.Equal("fact, no more", MetBy(FactKind.FactMatched));
        Assert.Equal("rules", MetBy(FactKind.RulesMatched));
    }

    [Fact]
    public void Names_are_those_that_a_fact_has_and_all_that_is_said_must_be_met()
    {
        Assert.Equal("dwelled, rules", MetBy(new FactFilter { Rules = { "yard-*" } }));
        Assert.Equal("fact, no more", MetBy(new FactFilter { Rules = { "busy" } }));
        Assert.Equal("ended, revised, fact", MetBy(new FactFilter { Definitions = { "minutes" } }));
        Assert.Equal("absence, no more", MetBy(new FactFilter { Definitions = { "sil*" } }));
        Assert.Equal("no more", MetBy(new FactFilter { Rules = { "busy", "fast" }, Keys = { "b" } }));
        Assert.Equal("", MetBy(new FactFilter { Rules = { "fast" }, Definitions = { "*" } }));
        Assert.Equal(string.Join(", ", Facts.Keys), MetBy(new FactFilter()));
        Assert.False(new OutputFilter(new FactFilter()).Meets(new Output { Position = 7 }));
    }

    private static string MetBy(params FactKind[] kinds) => MetBy(new FactFilter { Kinds = { kinds } });

    private static string MetBy(FactFilter filter) => string.Join(", ", Facts.Where(each => new OutputFilter(filter).Meets(each.Value)).Select(each => each.Key));
}
