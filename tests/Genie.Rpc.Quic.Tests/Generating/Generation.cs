using System.Collections.Immutable;
using Genie.Rpc.Quic.Generators;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;

namespace Genie.Rpc.Quic.Tests.Generating;

/// <summary>Runs the generator on a source text.</summary>
internal static class Generation
{
    private const string Usings = "using System.Collections.Generic; using System.Net.Quic; using System.Threading; using System.Threading.Tasks; using Genie.Rpc.Quic;\n";

    /// <summary>Where the text is said to stand.</summary>
    public const string SourcePath = "Source.cs";

    private static readonly ImmutableArray<MetadataReference> References =
        [.. ((string)AppContext.GetData("TRUSTED_PLATFORM_ASSEMBLIES")!).Split(Path.PathSeparator).Select(path => MetadataReference.CreateFromFile(path))];

    public static CSharpCompilation Compile(string source) => CSharpCompilation.Create(
        "Generated", [CSharpSyntaxTree.ParseText(Usings + source, path: SourcePath)], References, new CSharpCompilationOptions(OutputKind.DynamicallyLinkedLibrary, nullableContextOptions: NullableContextOptions.Enable));

    public static GeneratorDriver Driver() => CSharpGeneratorDriver.Create(
        [new QuicRpcGenerator().AsSourceGenerator()], driverOptions: new GeneratorDriverOptions(IncrementalGeneratorOutputKind.None, trackIncrementalGeneratorSteps: true));

    /// <summary>The generator's diagnostics, and what the compiler says of source and generated code together.</summary>
    public static (ImmutableArray<Diagnostic> Generator, ImmutableArray<Diagnostic> Compiler) Run(string source)
    {
        Driver().RunGeneratorsAndUpdateCompilation(Compile(source), out var compilation, out var diagnostics);
        return (diagnostics, [.. compilation.GetDiagnostics().Where(one => one.Severity >= DiagnosticSeverity.Warning)]);
    }
}
