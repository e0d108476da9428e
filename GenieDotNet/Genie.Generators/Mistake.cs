using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Text;

namespace Genie.Generators;

/// <summary>Where something stands, in a form that is equal to that of the same file read anew.</summary>
internal sealed record Origin(string FilePath, TextSpan Span, LinePositionSpan Lines)
{
    public static Origin Of(ISymbol symbol)
    {
        var location = symbol.Locations.FirstOrDefault() ?? Location.None;
        return new(location.SourceTree?.FilePath ?? "", location.SourceSpan, location.GetLineSpan().Span);
    }

    public Location ToLocation() => FilePath.Length == 0 ? Location.None : Location.Create(FilePath, Span, Lines);
}

/// <summary>A mistake and where it is.</summary>
internal sealed record Mistake(DiagnosticDescriptor Descriptor, Origin Origin, EquatableArray<string> Arguments)
{
    public static Mistake At(DiagnosticDescriptor descriptor, ISymbol symbol, params string[] arguments) => new(descriptor, Origin.Of(symbol), new(arguments));

    public Diagnostic ToDiagnostic() => Diagnostic.Create(Descriptor, Origin.ToLocation(), [.. Arguments]);
}
