using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;

namespace Genie.Testing.Generators;

/// <summary>Runs a generator on a source text and further files.</summary>
/// <param name="generator">The generator.</param>
/// <param name="usings">What stands before each source text, on a line of its own.</param>
internal sealed class GeneratorRun(IIncrementalGenerator generator, string usings)
{
    /// <summary>Where the text is said to stand.</summary>
    public const string SourcePath = "Source.cs";

    private static readonly ImmutableArray<MetadataReference> References =
        [.. ((string)AppContext.GetData("TRUSTED_PLATFORM_ASSEMBLIES")!).Split(Path.PathSeparator).Select(path => MetadataReference.CreateFromFile(path))];

    public CSharpCompilation Compile(params string[] sources) => CSharpCompilation.Create(
        "Generated", sources.Select(source => CSharpSyntaxTree.ParseText($"{usings}\n{source}", path: SourcePath)), References,
        new CSharpCompilationOptions(OutputKind.DynamicallyLinkedLibrary, nullableContextOptions: NullableContextOptions.Enable));

    public GeneratorDriver Driver(params AdditionalText[] files) => CSharpGeneratorDriver.Create(
        [generator.AsSourceGenerator()], files, driverOptions: new GeneratorDriverOptions(IncrementalGeneratorOutputKind.None, trackIncrementalGeneratorSteps: true));

    /// <summary>The generator's diagnostics, and what the compiler says of source and generated code together.</summary>
    public (ImmutableArray<Diagnostic> Generator, ImmutableArray<Diagnostic> Compiler) Run(string source, params AdditionalText[] files)
    {
        Driver(files).RunGeneratorsAndUpdateCompilation(Compile(source), out var compilation, out var diagnostics);
        return (diagnostics, [.. compilation.GetDiagnostics().Where(one => one.Severity >= DiagnosticSeverity.Warning)]);
    }
}
