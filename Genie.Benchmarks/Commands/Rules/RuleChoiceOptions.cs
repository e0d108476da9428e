using System.CommandLine;
using Genie.Extensions.Genius.Messages;

namespace Genie.Benchmarks.Commands.Rules;

/// <summary>A rule that is kept, or a condition that is not yet.</summary>
internal sealed class RuleChoiceOptions
{
    /// <summary>The condition.</summary>
    public Argument<string?> Text { get; } = new("TEXT") { Description = "A condition; - reads it from standard input. Left out where --id names a rule.", Arity = ArgumentArity.ZeroOrOne };

    /// <summary>The rule.</summary>
    public Option<string?> Id { get; } = new("--id") { Description = "A rule that the host has." };

    /// <summary>The one that was given.</summary>
    /// <exception cref="BadArgumentException">Both were, or none.</exception>
    public async Task<RuleChoice> ReadAsync(ParseResult parsed, CancellationToken cancellationToken) => (parsed.GetValue(Text), parsed.GetValue(Id)) switch
    {
        ({ } text, null) => new RuleChoice { Text = await RuleInput.ReadAsync(text, parsed, cancellationToken).ConfigureAwait(false) },
        (null, { } id) => new RuleChoice { Id = id },
        _ => throw new BadArgumentException("Give a condition, or --id and the name of a rule."),
    };
}
