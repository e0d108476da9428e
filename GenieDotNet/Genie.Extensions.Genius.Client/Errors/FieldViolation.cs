namespace Genie.Extensions.Genius.Client;

/// <summary>A field of a request that is wrong.</summary>
/// <param name="Field">Its path, as the .proto file has it, such as <c>filter.keys[1]</c>.</param>
/// <param name="Description">What is wrong, and what is expected.</param>
public sealed record FieldViolation(string Field, string Description);
