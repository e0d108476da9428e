using Genie.Brokers.Conformance;

namespace Genie.Testing.Conformance;

/// <summary>
/// Marks a class of conformance tests that differs from another one, which runs all checks, in the server or the level of service alone. It runs the
/// checks whose outcome that difference can change.
/// </summary>
/// <param name="of">The class that runs all checks.</param>
/// <param name="scope">The narrowest checks that it runs.</param>
[AttributeUsage(AttributeTargets.Class, Inherited = false)]
public sealed class VariantAttribute(Type of, ConformanceScope scope) : Attribute
{
    /// <summary>The class that runs all checks.</summary>
    public Type Of { get; } = of;

    /// <summary>The narrowest checks that it runs.</summary>
    public ConformanceScope Scope { get; } = scope;
}
