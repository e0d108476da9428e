using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Messages;
using Genie.Extensions.Genius.Streams.Geofences;
using Genie.Extensions.Genius.Streams.Patterns;
using Genie.Extensions.Genius.Streams.Windows;
using Google.Protobuf.WellKnownTypes;

namespace Genie.Extensions.Genius.Outputs;

/// <summary>Makes the public messages of facts.</summary>
internal static class OutputFacts
{
    public static RulesMatched Of(GeniusEvent value, IEnumerable<string> rules)
    {
        var message = EventCodec.ToMessage(value);
        var fact = new RulesMatched
        {
            Key = message.Key,
            Run = message.Run,
            Sender = message.Sender,
            Sequence = message.Sequence,
            Kind = message.Kind,
            Time = message.Time,
            Latitude = message.Latitude,
            Longitude = message.Longitude,
            Value = message.Value,
        };
        fact.Rules.AddRange(rules);
        return fact;
    }

    public static WindowClosed Of(WindowDefinition window, string key, WindowOutcome outcome)
    {
        var fact = new WindowClosed
        {
            Window = window.Name,
            DefinitionVersion = window.Version,
            Key = key,
            Start = TimeOf(outcome.StartTicks),
            End = TimeOf(outcome.EndTicks),
            Revision = outcome.Revision,
            IsRetracted = outcome.IsRetracted,
            Count = outcome.Count,
            Sum = outcome.Sum,
            Min = outcome.Min,
            Max = outcome.Max,
            Distinct = outcome.Distinct,
        };
        fact.Top.AddRange(outcome.Top.Select(item => new TopItem { Item = item.Item, Count = item.Count, Error = item.Error }));
        return fact;
    }

    public static FenceTransitioned Of(GeofenceDefinition geofence, string key, FenceOutcome outcome) => new()
    {
        Geofence = geofence.Name,
        DefinitionVersion = geofence.Version,
        Key = key,
        Fence = outcome.Fence,
        Change = outcome.Change switch
        {
            FenceOutcome.Types.Change.Entered => FenceTransitioned.Types.Change.Entered,
            FenceOutcome.Types.Change.Dwelled => FenceTransitioned.Types.Change.Dwelled,
            FenceOutcome.Types.Change.Left => FenceTransitioned.Types.Change.Left,
            FenceOutcome.Types.Change.Crossed => FenceTransitioned.Types.Change.Crossed,
            _ => FenceTransitioned.Types.Change.Unspecified,
        },
        Time = TimeOf(outcome.TimeTicks),
        Entered = TimeOf(outcome.EnteredTicks),
    };

    public static Output Of(PatternDefinition pattern, string key, PatternOutcome outcome)
    {
        var times = outcome.TimesTicks.Select(TimeOf);
        if (!outcome.IsAbsence)
        {
            var matched = new PatternMatched { Pattern = pattern.Name, DefinitionVersion = pattern.Version, Key = key };
            matched.Times.AddRange(times);
            return new Output { PatternMatched = matched };
        }

        var noticed = new AbsenceNoticed { Pattern = pattern.Name, DefinitionVersion = pattern.Version, Key = key, Deadline = TimeOf(outcome.EndTicks) };
        noticed.Times.AddRange(times);
        return new Output { AbsenceNoticed = noticed };
    }

    /// <summary>What a fact brought about.</summary>
    public static FactMatched Of(Output premise, IEnumerable<string> rules, IEnumerable<string> retracted)
    {
        var fact = new FactMatched { Key = GeniusOutputs.KeyOf(premise), Rules = { rules.Order(StringComparer.Ordinal) }, RetractedRules = { retracted.Order(StringComparer.Ordinal) } };
        switch (premise.FactCase)
        {
            case Output.FactOneofCase.WindowClosed:
                fact.WindowClosed = premise.WindowClosed.Clone();
                fact.WindowClosed.Top.Clear();
                break;
            case Output.FactOneofCase.FenceTransitioned:
                fact.FenceTransitioned = premise.FenceTransitioned;
                break;
            case Output.FactOneofCase.PatternMatched:
                fact.PatternMatched = premise.PatternMatched;
                break;
            case Output.FactOneofCase.AbsenceNoticed:
                fact.AbsenceNoticed = premise.AbsenceNoticed;
                break;
        }

        return fact;
    }

    /// <summary>The fact that brought it about.</summary>
    public static Output PremiseOf(FactMatched matched) => matched.FactCase switch
    {
        FactMatched.FactOneofCase.WindowClosed => new Output { WindowClosed = matched.WindowClosed },
        FactMatched.FactOneofCase.FenceTransitioned => new Output { FenceTransitioned = matched.FenceTransitioned },
        FactMatched.FactOneofCase.PatternMatched => new Output { PatternMatched = matched.PatternMatched },
        FactMatched.FactOneofCase.AbsenceNoticed => new Output { AbsenceNoticed = matched.AbsenceNoticed },
        _ => new Output(),
    };

    private static Timestamp TimeOf(long ticks) => Timestamp.FromDateTimeOffset(WindowMessages.Instant(ticks));
}
