using System.Text;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Text;

namespace Genie.Generators;

/// <summary>What generators put out, each in the same way.</summary>
internal static class GeneratorOutputs
{
    /// <summary>A descriptor of an error.</summary>
    /// <param name="category">The library's name.</param>
    /// <param name="id">The code that is looked up.</param>
    /// <param name="title">What is wrong.</param>
    /// <param name="message">What is wrong with whom, and what to do.</param>
    public static DiagnosticDescriptor Error(string category, string id, string title, string message) => new(id, title, message, category, DiagnosticSeverity.Error, isEnabledByDefault: true);

    /// <summary>Tells the compiler's user.</summary>
    public static void Report(SourceProductionContext output, Mistake mistake) => output.ReportDiagnostic(mistake.ToDiagnostic());

    /// <summary>Adds a file of source code.</summary>
    public static void Add(SourceProductionContext output, string name, string text) => output.AddSource($"{name}.g.cs", SourceText.From(text, Encoding.UTF8));
}
