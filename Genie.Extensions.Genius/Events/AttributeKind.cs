namespace Genie.Extensions.Genius.Events;

/// <summary>What an attribute's value is.</summary>
public enum AttributeKind
{
    /// <summary>A text.</summary>
    Text,

    /// <summary>A finite number.</summary>
    Number,

    /// <summary>True or false.</summary>
    Boolean,
}
