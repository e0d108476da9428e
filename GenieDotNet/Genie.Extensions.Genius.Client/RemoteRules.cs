using System.Runtime.CompilerServices;
using Genie.Extensions.Genius.Client.Calls;
using Genie.Extensions.Genius.Messages;

namespace Genie.Extensions.Genius.Client;

/// <summary>The rules of a server. Questions are repeated where they fail for now; changes are not: whether one that failed was made, the list of rules says.</summary>
public sealed class RemoteRules
{
    private readonly GeniusRules.GeniusRulesClient _rules;
    private readonly Caller _caller;

    internal RemoteRules(GeniusRules.GeniusRulesClient rules, Caller caller) => (_rules, _caller) = (rules, caller);

    /// <summary>Puts a rule in, in place of one of the same id.</summary>
    /// <param name="id">Its id.</param>
    /// <param name="text">Its condition, such as <c>kind == "moved" &amp;&amp; value > 100</c>.</param>
    /// <param name="mode">Whether it is matched, tried without effect, or rests.</param>
    /// <param name="cancellationToken">Abandons it.</param>
    /// <exception cref="InvalidRequestException">The text is no condition; the violation says at which line and column.</exception>
    public Task<RuleEntry> PutAsync(string id, string text, RuleModeValue mode = RuleModeValue.RuleActive, CancellationToken cancellationToken = default) =>
        PutAsync(new PutRuleRequest { Id = id, Text = text, Mode = mode }, cancellationToken);

    /// <summary>Puts a rule in whose condition may be a message.</summary>
    /// <exception cref="InvalidRequestException">That is no rule.</exception>
    public Task<RuleEntry> PutAsync(PutRuleRequest request, CancellationToken cancellationToken = default) => _caller.OnceAsync(options => _rules.PutRuleAsync(request, options), cancellationToken);

    /// <summary>All rules in the order of their ids, page by page.</summary>
    public async IAsyncEnumerable<RuleEntry> ListAsync([EnumeratorCancellation] CancellationToken cancellationToken = default)
    {
        var request = new ListRulesRequest();
        while (true)
        {
            var page = await _caller.RepeatAsync(options => _rules.ListRulesAsync(request, options), cancellationToken).ConfigureAwait(false);
            foreach (var each in page.Rules) yield return each;
            if (!page.HasMore) yield break;
            request.AfterId = page.Rules[^1].Id;
        }
    }

    /// <summary>Lets a rule be matched from now on.</summary>
    /// <exception cref="NotFoundException">There is none of that id.</exception>
    public Task<RuleEntry> EnableAsync(string id, CancellationToken cancellationToken = default) => SetModeAsync(id, RuleModeValue.RuleActive, cancellationToken);

    /// <summary>Lets a rule rest; it is kept.</summary>
    /// <exception cref="NotFoundException">There is none of that id.</exception>
    public Task<RuleEntry> DisableAsync(string id, CancellationToken cancellationToken = default) => SetModeAsync(id, RuleModeValue.RuleDisabled, cancellationToken);

    /// <summary>Whether a rule is matched, tried without effect, or rests from now on.</summary>
    /// <exception cref="NotFoundException">There is none of that id.</exception>
    public Task<RuleEntry> SetModeAsync(string id, RuleModeValue mode, CancellationToken cancellationToken = default) =>
        _caller.OnceAsync(options => _rules.SetRuleModeAsync(new SetRuleModeRequest { Id = id, Mode = mode }, options), cancellationToken);

    /// <summary>Removes a rule.</summary>
    /// <returns>The version of the rules after it.</returns>
    /// <exception cref="NotFoundException">There is none of that id.</exception>
    public async Task<long> RemoveAsync(string id, CancellationToken cancellationToken = default) =>
        (await _caller.OnceAsync(options => _rules.RemoveRuleAsync(new RemoveRuleRequest { Id = id }, options), cancellationToken).ConfigureAwait(false)).Version;

    /// <summary>Makes all rules what they were at a version.</summary>
    /// <exception cref="InvalidRequestException">There is no such version.</exception>
    public Task<RollBackRulesResponse> RollBackAsync(long version, CancellationToken cancellationToken = default) =>
        _caller.OnceAsync(options => _rules.RollBackRulesAsync(new RollBackRulesRequest { Version = version }, options), cancellationToken);

    /// <summary>What a rule would have matched of the events that were processed before.</summary>
    /// <exception cref="InvalidRequestException">The text is no condition.</exception>
    /// <exception cref="NotFoundException">There is no rule of that id.</exception>
    public Task<DryRunRuleResponse> DryRunAsync(DryRunRuleRequest request, CancellationToken cancellationToken = default) =>
        _caller.RepeatAsync(options => _rules.DryRunRuleAsync(request, options), cancellationToken);

    /// <summary>Why an event or a fact matches a rule or not.</summary>
    /// <exception cref="InvalidRequestException">The text is no condition, or nothing is named to explain it by.</exception>
    /// <exception cref="NotFoundException">There is no such rule, event or fact.</exception>
    public Task<RuleExplanationNode> ExplainAsync(ExplainRuleRequest request, CancellationToken cancellationToken = default) =>
        _caller.RepeatAsync(options => _rules.ExplainRuleAsync(request, options), cancellationToken);
}
