using System.Collections.Immutable;
using System.Text;
using Genie.Generators;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Text;

namespace Genie.Datagrams.Packets.Generators;

/// <summary>Writes serializers for records with <c>[Packet]</c>, and for the packets that XML files describe. No reflection is left for run time.</summary>
[Generator(LanguageNames.CSharp)]
public sealed class PacketGenerator : IIncrementalGenerator
{
    /// <summary>The name of the step whose outputs tell a test whether a record was read anew.</summary>
    internal const string ReadingStep = "Reading";

    /// <summary>The name of the step whose outputs tell a test whether code is written anew.</summary>
    internal const string PacketStep = "Packet";

    /// <summary>The name of the step whose outputs tell a test whether an XML file was read anew.</summary>
    internal const string DescriptionStep = "Description";

    /// <inheritdoc/>
    public void Initialize(IncrementalGeneratorInitializationContext context)
    {
        var readings = context.SyntaxProvider
            .ForAttributeWithMetadataName(PacketReader.AttributeName, static (node, _) => node is TypeDeclarationSyntax, PacketReader.Read)
            .WithTrackingName(ReadingStep);
        var descriptions = context.AdditionalTextsProvider
            .Where(static file => file.Path.EndsWith(DescriptionReader.FileNameEnd, StringComparison.OrdinalIgnoreCase))
            .Select(DescriptionReader.Read).WithTrackingName(DescriptionStep)
            .Collect().Select(static (read, _) => DescriptionResolver.Resolve(read));
        var described = descriptions.SelectMany(static (resolution, _) => resolution.Packets);
        Write(context, readings);
        Write(context, described);
        context.RegisterSourceOutput(descriptions.SelectMany(static (resolution, _) => resolution.Enums), static (output, model) => Add(output, $"{model.Namespace}.{model.Name}.enum", EnumWriter.Write(model)));
        context.RegisterSourceOutput(descriptions.SelectMany(static (resolution, _) => resolution.Mistakes), Report);

        var ids = Ids(readings).Combine(Ids(described)).SelectMany(static (taken, _) => Duplicates(taken.Left.AddRange(taken.Right)));
        context.RegisterSourceOutput(ids, Report);
    }

    private static void Write(IncrementalGeneratorInitializationContext context, IncrementalValuesProvider<Reading> readings)
    {
        var packets = readings.Where(static reading => reading.Packet is not null).Select(static (reading, _) => reading.Packet!).WithTrackingName(PacketStep);
        context.RegisterSourceOutput(packets, static (output, packet) => Add(output, packet.Declaration is null ? packet.FullName : $"{packet.FullName}.packet", PacketWriter.Write(packet)));
        context.RegisterSourceOutput(readings.SelectMany(static (reading, _) => reading.Mistakes), Report);
    }

    private static IncrementalValueProvider<ImmutableArray<TakenId>> Ids(IncrementalValuesProvider<Reading> readings) =>
        readings.Where(static reading => reading.Id is not null).Select(static (reading, _) => reading.Id!).Collect();

    private static IEnumerable<Mistake> Duplicates(IEnumerable<TakenId> ids) =>
        from id in ids
        orderby id.FullName
        group id by id.Id into same
        let first = same.First()
        from other in same.Skip(1)
        select new Mistake(Mistakes.DuplicateId, other.Origin, new([other.FullName, other.Id.ToString(), first.FullName]));

    private static void Report(SourceProductionContext output, Mistake mistake) => output.ReportDiagnostic(mistake.ToDiagnostic());

    private static void Add(SourceProductionContext output, string name, string text) => output.AddSource($"{name}.g.cs", SourceText.From(text, Encoding.UTF8));
}
