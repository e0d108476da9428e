using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;

namespace Genie.Testing.Runner.Selection;

/// <summary>A test class that says by traits that all or some of its tests are nightly ones, and how long these take.</summary>
/// <param name="Project">The test project.</param>
/// <param name="Name">Its full name.</param>
/// <param name="Seconds">What they take on two cores, by their trait <c>Seconds</c>.</param>
internal sealed record NightlyClass(string Project, string Name, int Seconds)
{
    /// <summary>The name of the trait.</summary>
    public const string Trait = "Tier";

    /// <summary>Its value.</summary>
    public const string TraitValue = "nightly";

    /// <summary>The filter that lets nightly tests through alone.</summary>
    public const string Filter = Trait + "=" + TraitValue;

    private const string SecondsTrait = "Seconds";

    /// <summary>Reads those of a project from its assembly's metadata; none of its code is loaded.</summary>
    /// <exception cref="InvalidDataException">A nightly class or method does not say its seconds.</exception>
    public static IReadOnlyList<NightlyClass> Read(TestProject project)
    {
        if (!File.Exists(project.Assembly)) return [];
        using var file = new PEReader(File.OpenRead(project.Assembly));
        var reader = file.GetMetadataReader();
        return
        [
            .. from type in reader.TypeDefinitions.Select(reader.GetTypeDefinition)
               let name = $"{reader.GetString(type.Namespace)}.{reader.GetString(type.Name)}"
               let seconds = SecondsOf(reader, type.GetCustomAttributes(), name) + type.GetMethods().Sum(method => SecondsOf(reader, reader.GetMethodDefinition(method).GetCustomAttributes(), name))
               where seconds > 0
               select new NightlyClass(project.Name, name, seconds),
        ];
    }

    private static int SecondsOf(MetadataReader reader, CustomAttributeHandleCollection attributes, string of)
    {
        var traits = attributes.Select(reader.GetCustomAttribute).Where(attribute => IsTrait(reader, attribute)).Select(attribute => Arguments(reader, attribute)).ToLookup(trait => trait.Name, trait => trait.Value);
        if (!traits[Trait].Contains(TraitValue)) return 0;
        return int.TryParse(traits[SecondsTrait].SingleOrDefault(), out var seconds) && seconds > 0
            ? seconds : throw new InvalidDataException($"{of} has nightly tests without a trait {SecondsTrait}: how long they take on two cores.");
    }

    private static bool IsTrait(MetadataReader reader, CustomAttribute attribute) =>
        attribute.Constructor.Kind == HandleKind.MemberReference
        && reader.GetMemberReference((MemberReferenceHandle)attribute.Constructor).Parent is { Kind: HandleKind.TypeReference } parent
        && reader.StringComparer.Equals(reader.GetTypeReference((TypeReferenceHandle)parent).Name, "TraitAttribute");

    // ECMA-335, II.23.3: a prolog of two bytes, then the two strings of the constructor.
    private static (string Name, string Value) Arguments(MetadataReader reader, CustomAttribute attribute)
    {
        var blob = reader.GetBlobReader(attribute.Value);
        blob.ReadUInt16();
        return (blob.ReadSerializedString() ?? "", blob.ReadSerializedString() ?? "");
    }
}
