using Genie.Generators;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Genie.Datagrams.Rpc.Generators;

/// <summary>Writes a client and a contract for interfaces with <c>[DatagramService]</c>. No reflection is left for run time.</summary>
[Generator(LanguageNames.CSharp)]
public sealed class RpcGenerator : IIncrementalGenerator
{
    /// <summary>The name of the step whose outputs tell a test whether an interface was read anew.</summary>
    internal const string ReadingStep = "Reading";

    /// <summary>The name of the step whose outputs tell a test whether code is written anew.</summary>
    internal const string ServiceStep = "Service";

    /// <inheritdoc/>
    public void Initialize(IncrementalGeneratorInitializationContext context)
    {
        var readings = context.SyntaxProvider
            .ForAttributeWithMetadataName(ServiceReader.AttributeName, static (node, _) => node is InterfaceDeclarationSyntax, ServiceReader.Read)
            .WithTrackingName(ReadingStep);
        var services = readings.Where(static reading => reading.Service is not null).Select(static (reading, _) => reading.Service!).WithTrackingName(ServiceStep);
        context.RegisterSourceOutput(services, static (output, service) => GeneratorOutputs.Add(output, service.FullName, ServiceWriter.Write(service)));
        context.RegisterSourceOutput(readings.SelectMany(static (reading, _) => reading.Mistakes), GeneratorOutputs.Report);
        var ids = readings.Where(static reading => reading.Id is not null).Select(static (reading, _) => reading.Id!).Collect();
        context.RegisterSourceOutput(ids.SelectMany(static (taken, _) => TakenId.Duplicates(taken, Mistakes.DuplicateService)), GeneratorOutputs.Report);
    }
}
