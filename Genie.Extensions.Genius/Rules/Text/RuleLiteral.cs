namespace Genie.Extensions.Genius.Rules.Text;

/// <summary>A text or a number that is written down.</summary>
/// <param name="Text">The text; null: it is a number.</param>
/// <param name="Number">The number.</param>
/// <param name="Position">Where it begins.</param>
internal readonly record struct RuleLiteral(string? Text, double Number, int Position);
