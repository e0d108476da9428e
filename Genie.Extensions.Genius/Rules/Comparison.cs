namespace Genie.Extensions.Genius.Rules;

/// <summary>How a figure is compared with a bound, as IEEE 754 compares: nothing but <c>!=</c> holds for what is no number.</summary>
public enum Comparison
{
    /// <summary><c>==</c></summary>
    Equal,

    /// <summary><c>&lt;</c></summary>
    Less,

    /// <summary><c>&lt;=</c></summary>
    LessOrEqual,

    /// <summary><c>&gt;</c></summary>
    Greater,

    /// <summary><c>&gt;=</c></summary>
    GreaterOrEqual,
}
