using System.Collections.Immutable;
using Genie.Datagrams.Packets.Generators;
using Genie.Datagrams.Rpc.Generators;
using Genie.Testing.Generators;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;

namespace Genie.Datagrams.Rpc.Tests.Generating;

/// <summary>The generators of services and of packets, side by side as in a project.</summary>
internal static class Generation
{
    public static GeneratorRun Of { get; } = new(new RpcGenerator(), "using System; using System.Threading; using System.Threading.Tasks; using System.Collections.Generic; using Genie.Datagrams; using Genie.Datagrams.Packets; using Genie.Datagrams.Rpc;");

    /// <summary>All diagnostics of both generators about a source text, and what the compiler says of the code.</summary>
    public static (ImmutableArray<Diagnostic> Generator, Compilation Compilation) Run(string source)
    {
        CSharpGeneratorDriver.Create(new RpcGenerator().AsSourceGenerator(), new PacketGenerator().AsSourceGenerator())
            .RunGeneratorsAndUpdateCompilation(Of.Compile(source), out var compilation, out var diagnostics);
        return (diagnostics, compilation);
    }

    public static string[] Complaints(this Compilation compilation) => [.. compilation.GetDiagnostics().Where(one => one.Severity >= DiagnosticSeverity.Warning).Select(one => one.ToString())];
}
