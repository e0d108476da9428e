using System.Collections.Immutable;
using Genie.Generators;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

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
        context.RegisterSourceOutput(descriptions.SelectMany(static (resolution, _) => resolution.Enums), static (output, model) => GeneratorOutputs.Add(output, $"{model.Namespace}.{model.Name}.enum", EnumWriter.Write(model)));
        context.RegisterSourceOutput(descriptions.SelectMany(static (resolution, _) => resolution.Mistakes), GeneratorOutputs.Report);

        var ids = Ids(readings).Combine(Ids(described)).SelectMany(static (taken, _) => TakenId.Duplicates(taken.Left.AddRange(taken.Right), Mistakes.DuplicateId));
        context.RegisterSourceOutput(ids, GeneratorOutputs.Report);
    }

    private static void Write(IncrementalGeneratorInitializationContext context, IncrementalValuesProvider<Reading> readings)
    {
        var packets = readings.Where(static reading => reading.Packet is not null).Select(static (reading, _) => reading.Packet!).WithTrackingName(PacketStep);
        context.RegisterSourceOutput(packets, static (output, packet) => GeneratorOutputs.Add(output, packet.Declaration is null ? packet.FullName : $"{packet.FullName}.packet", PacketWriter.Write(packet)));
        context.RegisterSourceOutput(readings.SelectMany(static (reading, _) => reading.Mistakes), GeneratorOutputs.Report);
    }

    private static IncrementalValueProvider<ImmutableArray<TakenId>> Ids(IncrementalValuesProvider<Reading> readings) =>
        readings.Where(static reading => reading.Id is not null).Select(static (reading, _) => reading.Id!).Collect();
}
