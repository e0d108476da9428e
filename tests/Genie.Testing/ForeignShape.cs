namespace Genie.Testing;

/// <summary>What other programs may send, on whatever system: the table that every driver's suite goes through (docs/drivers/README.md).</summary>
public enum ForeignShape
{
    /// <summary>A body and nothing else.</summary>
    Bare,

    /// <summary>No body.</summary>
    Empty,

    /// <summary>A type of content, or fields, that nobody here knows.</summary>
    UnknownContent,

    /// <summary>Headers whose values are no text in UTF-8: bytes, numbers, lists, nothing, whatever the system has.</summary>
    HeadersThatAreNoText,

    /// <summary>A correlation, as answers have it, and no address for an answer.</summary>
    AnswerOfNobody,

    /// <summary>An answer is wanted at an address where nobody is.</summary>
    AnswerToNobody,

    /// <summary>An answer is wanted at an address that cannot be one.</summary>
    AnswerToNowhere,

    /// <summary>Headers, or fields, of our own names with values that we would not send.</summary>
    OurNames,
}
