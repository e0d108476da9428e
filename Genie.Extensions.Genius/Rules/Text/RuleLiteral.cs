using Genie.Extensions.Genius.Events;

namespace Genie.Extensions.Genius.Rules.Text;

/// <summary>A text, a number, true or false that is written down.</summary>
/// <param name="Value">What is written.</param>
/// <param name="Position">Where it begins.</param>
internal readonly record struct RuleLiteral(AttributeValue Value, int Position);
