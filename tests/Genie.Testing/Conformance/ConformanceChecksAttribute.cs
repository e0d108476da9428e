using System.Reflection;
using Genie.Brokers.Conformance;
using Xunit.Sdk;

namespace Genie.Testing.Conformance;

/// <summary>The names of the checks that a class of conformance tests runs.</summary>
[AttributeUsage(AttributeTargets.Method)]
public sealed class ConformanceChecksAttribute : DataAttribute
{
    /// <inheritdoc/>
    public override IEnumerable<object[]> GetData(MethodInfo testMethod)
    {
        var scope = testMethod.ReflectedType!.GetCustomAttribute<VariantAttribute>(inherit: false)?.Scope ?? ConformanceScope.Client;
        return ConformanceSuite.All.Where(check => check.Scope >= scope).Select(check => new object[] { check.Name });
    }
}
