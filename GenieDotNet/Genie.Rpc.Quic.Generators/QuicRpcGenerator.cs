using Genie.Generators;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Genie.Rpc.Quic.Generators;

/// <summary>Writes registrations and clients for types with <c>[QuicRpcFunction]</c>. No reflection is left for run time.</summary>
[Generator(LanguageNames.CSharp)]
public sealed class QuicRpcGenerator : IIncrementalGenerator
{
    /// <summary>The name of the step whose outputs tell a test whether anything was read anew.</summary>
    internal const string ReadingStep = "Reading";

    /// <inheritdoc/>
    public void Initialize(IncrementalGeneratorInitializationContext context)
    {
        var readings = context.SyntaxProvider
            .ForAttributeWithMetadataName(ServiceReader.AttributeName, static (node, _) => node is TypeDeclarationSyntax, ServiceReader.Read)
            .WithTrackingName(ReadingStep);
        context.RegisterSourceOutput(readings, static (output, reading) => Write(output, reading));
    }

    private static void Write(SourceProductionContext output, Reading reading)
    {
        foreach (var mistake in reading.Mistakes) GeneratorOutputs.Report(output, mistake);
        if (reading.Service is not { } service) return;
        var name = service.Namespace is null ? service.Name : $"{service.Namespace}.{service.Name}";
        GeneratorOutputs.Add(output, name, ServiceWriter.Write(service));
    }
}
