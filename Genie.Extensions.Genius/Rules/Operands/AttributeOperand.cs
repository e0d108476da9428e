namespace Genie.Extensions.Genius.Rules.Operands;

/// <summary>An attribute of the event: <c>attributes.speed</c>.</summary>
/// <param name="Attribute">Its name.</param>
public sealed record AttributeOperand(string Attribute) : Operand
{
    /// <summary>Its name.</summary>
    /// <exception cref="ArgumentException">No attribute can have that name.</exception>
    public string Attribute { get; init; } = Named(Attribute);
}
