using System.Text;
using Genie.EventStore;
using Genie.Extensions.Genius.Messages;
using Genie.Extensions.Genius.Streams.Patterns;
using Google.Protobuf;

namespace Genie.Extensions.Genius.Rules;

/// <summary>Changes of rules as events, and what a stream of them amounts to. One caller at a time, readers of <see cref="List"/> beside it.</summary>
internal sealed class RuleEvents
{
    private const string Disabled = "RuleDisabled";
    private const string Enabled = "RuleEnabled";
    private const string Shadowed = "RuleShadowed";

    private readonly Dictionary<string, StoredRule> _rules = new(StringComparer.Ordinal);
    private readonly HashSet<string> _quarantined = new(StringComparer.Ordinal);
    private readonly RuleSequences _sequences = new();
    private readonly Lock _lock = new();

    /// <summary>The sequences that rules define themselves, those in shadow mode too; null: they have not changed since this was asked last.</summary>
    public IReadOnlyList<PatternDefinition>? TakeSequences()
    {
        lock (_lock) return _sequences.TakeChanged();
    }

    /// <summary>The rules, in the order of their names.</summary>
    public IReadOnlyList<StoredRule> List()
    {
        lock (_lock) return [.. _rules.Values.OrderBy(each => each.Id, StringComparer.Ordinal)];
    }

    /// <summary>A rule by its name, or null.</summary>
    public StoredRule? Find(string id)
    {
        lock (_lock) return _rules.GetValueOrDefault(id);
    }

    /// <summary>Those that do not run here, in the order of their names.</summary>
    public IReadOnlyList<StoredRule> Quarantined()
    {
        lock (_lock) return _quarantined.Count == 0 ? [] : [.. _quarantined.Order(StringComparer.Ordinal).Select(id => _rules[id])];
    }

    /// <summary>Notes that a rule does not run here.</summary>
    public void Quarantine(string id, string reason)
    {
        lock (_lock)
        {
            _rules[id] = _rules[id] with { QuarantineReason = reason };
            _quarantined.Add(id);
        }
    }

    /// <summary>Those that can be read are not set aside any more.</summary>
    /// <returns>Their names.</returns>
    public IReadOnlyList<string> Release()
    {
        lock (_lock)
        {
            string[] released = [.. _quarantined.Where(id => _rules[id].Rule is not null)];
            foreach (var id in released) _rules[id] = _rules[id] with { QuarantineReason = null };
            _quarantined.ExceptWith(released);
            return released;
        }
    }

    /// <summary>Takes an event in.</summary>
    /// <returns>The name of the rule that it changed.</returns>
    /// <exception cref="MalformedRuleException">It is none of a rule set's.</exception>
    public string Apply(RecordedEvent each)
    {
        lock (_lock)
        {
            var id = Take(each);
            _sequences.Change(id, _rules.GetValueOrDefault(id) is { Mode: not RuleMode.Disabled, Rule: { } rule } ? rule.When : null, (int)Math.Min(each.Version, int.MaxValue));
            return id;
        }
    }

    /// <summary>The event of a rule that is put in.</summary>
    public static NewEvent Added(Rule rule) => new(RuleStore.RuleAdded, RuleCodec.Encode(rule));

    /// <summary>The event of a rule that goes.</summary>
    public static NewEvent Removed(string id) => new(RuleStore.RuleRemoved, Encoding.UTF8.GetBytes(id));

    /// <summary>The event of a rule that does something else from now on.</summary>
    public static NewEvent Changed(string id, RuleMode mode)
    {
        var type = mode switch { RuleMode.Active => Enabled, RuleMode.Shadow => Shadowed, _ => Disabled };
        return new NewEvent(type, Encoding.UTF8.GetBytes(id));
    }

    private string Take(RecordedEvent each)
    {
        if (each.Type == RuleStore.RuleAdded) return Put(each);
        var id = Encoding.UTF8.GetString(each.Payload.Span);
        if (each.Type == RuleStore.RuleRemoved) Remove(id);
        else Change(id, ModeOf(each), each);
        return id;
    }

    private void Remove(string id)
    {
        _rules.Remove(id);
        _quarantined.Remove(id);
    }

    // Whether it runs here is tried again with what it is to do now; what cannot even be read stays aside.
    private void Change(string id, RuleMode mode, RecordedEvent each)
    {
        if (!_rules.TryGetValue(id, out var known)) return;
        var isReadable = known.Rule is not null;
        _rules[id] = known with { Mode = mode, Version = each.Version, ChangedAt = each.RecordedAt, QuarantineReason = isReadable ? null : known.QuarantineReason };
        if (isReadable) _quarantined.Remove(id);
    }

    // A rule is active when it is put in, whatever the one before it was.
    private string Put(RecordedEvent each)
    {
        try
        {
            var rule = RuleCodec.Decode(each.Payload.Span);
            _rules[rule.Id] = new StoredRule(rule.Id, rule, RuleMode.Active, each.Version, each.RecordedAt);
            _quarantined.Remove(rule.Id);
            return rule.Id;
        }
        catch (MalformedRuleException error) when (IdOf(each) is { Length: > 0 } id)
        {
            // Of a later version, which knows more conditions.
            _rules[id] = new StoredRule(id, null, RuleMode.Active, each.Version, each.RecordedAt) { QuarantineReason = error.Message };
            _quarantined.Add(id);
            return id;
        }
    }

    private static string IdOf(RecordedEvent each)
    {
        try
        {
            return RuleDefinition.Parser.ParseFrom(each.Payload.Span).Id;
        }
        catch (InvalidProtocolBufferException)
        {
            return "";
        }
    }

    private static RuleMode ModeOf(RecordedEvent each) => each.Type switch
    {
        Enabled => RuleMode.Active,
        Shadowed => RuleMode.Shadow,
        Disabled => RuleMode.Disabled,
        _ => throw new MalformedRuleException($"Event {each.Version} of '{each.Stream}' is a {each.Type}, which no rule set knows; another stream keeps what is no rule."),
    };
}
