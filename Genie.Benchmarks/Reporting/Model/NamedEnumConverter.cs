using System.Text.Json;
using System.Text.Json.Serialization;

namespace Genie.Benchmarks.Reporting.Model;

/// <summary>Writes enumerations as the command line spells them: <c>round-trip</c>. Numbers are refused.</summary>
/// <typeparam name="T">The enumeration.</typeparam>
public sealed class NamedEnumConverter<T>() : JsonStringEnumConverter<T>(JsonNamingPolicy.KebabCaseLower, allowIntegerValues: false)
    where T : struct, Enum;
