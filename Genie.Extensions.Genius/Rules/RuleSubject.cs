using Genie.EventStore;
using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Hosting;
using Genie.Extensions.Genius.Messages;
using Genie.Extensions.Genius.Outputs;

namespace Genie.Extensions.Genius.Rules;

/// <summary>What a rule is explained by: an event, or, for a rule about facts, a fact that was derived. See <see cref="RuleStore.ExplainAsync"/>.</summary>
public sealed class RuleSubject
{
    private RuleSubject(string key, GeniusEvent value, DerivedFact? fact, IReadOnlyList<string>? knownRules) => (Key, Event, Fact, KnownRules) = (key, value, fact, knownRules);

    /// <summary>Whom it is about.</summary>
    public string Key { get; }

    /// <summary>The event; of a fact one that has its key and time alone.</summary>
    internal GeniusEvent Event { get; }

    /// <summary>The fact; null: an event.</summary>
    internal DerivedFact? Fact { get; }

    /// <summary>Rules that it met when it was recorded; null: that is not known.</summary>
    internal IReadOnlyList<string>? KnownRules { get; }

    /// <summary>An event. What follows from rules is seen by the rules that it meets now.</summary>
    public static RuleSubject Of(GeniusEvent value)
    {
        ArgumentNullException.ThrowIfNull(value);
        return new RuleSubject(value.Key, value, null, null);
    }

    /// <summary>A fact, from the output stream or made up.</summary>
    /// <exception cref="RuleSubjectException">No rule is tried with such a fact, or it lacks something.</exception>
    public static RuleSubject Of(Output fact)
    {
        ArgumentNullException.ThrowIfNull(fact);
        if (fact.FactCase == Output.FactOneofCase.RulesMatched) throw new RuleSubjectException("This fact does not have all of the event that it is about: explain by the event, or by its position.");
        return Of(fact.FactMatched is { } matched ? OutputFacts.PremiseOf(matched) : fact, fact.FactMatched);
    }

    /// <summary>A fact and what it brought about.</summary>
    internal static RuleSubject Of(Output premise, FactMatched? matched)
    {
        var fact = Read(premise);
        if (fact.IsRetraction) throw new RuleSubjectException("This fact takes an earlier result back: no rule holds by it.");
        return new RuleSubject(fact.Key, fact.ToEvent(), fact, matched?.Rules);
    }

    /// <summary>An event of a store, with the rules that it matched.</summary>
    /// <exception cref="MalformedEventException">The record is damaged.</exception>
    internal static RuleSubject OfEvent(RecordedEvent recorded)
    {
        var (value, rules) = ProcessedEvents.Read(recorded);
        return new RuleSubject(value.Key, value, null, rules);
    }

    // Whoever makes a fact up may leave things away that Genius does not.
    private static DerivedFact Read(Output output)
    {
        var isWhole = output.FactCase switch
        {
            Output.FactOneofCase.WindowClosed => output.WindowClosed.End is not null,
            Output.FactOneofCase.FenceTransitioned => output.FenceTransitioned is { Time: not null, Entered: not null },
            Output.FactOneofCase.PatternMatched => output.PatternMatched.Times.Count > 0,
            Output.FactOneofCase.AbsenceNoticed => output.AbsenceNoticed is { Times.Count: > 0, Deadline: not null },
            _ => throw new RuleSubjectException("This is no fact that rules are about: a window's result, a fence's transition, a sequence or an absence is."),
        };
        if (!isWhole || GeniusOutputs.KeyOf(output).Length == 0) throw new RuleSubjectException("The fact lacks its key or its times.");
        try
        {
            return DerivedFact.Of(output)!;
        }
        catch (Exception error) when (error is InvalidOperationException or ArgumentOutOfRangeException)
        {
            throw new RuleSubjectException("The fact's times are out of range.", error);
        }
    }
}
