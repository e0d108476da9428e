using System.Globalization;
using System.Xml;
using System.Xml.Linq;
using Genie.Generators;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Text;

namespace Genie.Datagrams.Packets.Generators;

/// <summary>An element of a description: its attributes as values, with mistakes at their line and column.</summary>
/// <param name="path">The file.</param>
/// <param name="element">The element.</param>
/// <param name="mistakes">Takes mistakes.</param>
internal sealed class DescriptionElement(string path, XElement element, List<Mistake> mistakes)
{
    /// <summary>Where it stands.</summary>
    public Origin Origin => OriginOf(element, element.Name.LocalName.Length);

    /// <summary>Its own text for people, or its name.</summary>
    public string Description => Find("Desc")?.Value ?? Find("Name")?.Value ?? "";

    /// <summary>Its name.</summary>
    public string Name => element.Name.ToString();

    /// <summary>Its children of these names; others are mistakes.</summary>
    public IEnumerable<DescriptionElement> Children(params string[] names)
    {
        foreach (var child in element.Elements().Where(child => !names.Contains(child.Name.ToString())))
            Add(Mistakes.UnknownXml, OriginOf(child, child.Name.LocalName.Length), $"<{child.Name}>", $"<{element.Name}> has {(names.Length == 0 ? "no elements" : string.Join(" and ", names.Select(one => $"<{one}>")))}");
        return [.. element.Elements().Where(child => names.Contains(child.Name.ToString())).Select(child => new DescriptionElement(path, child, mistakes))];
    }

    /// <summary>That it has no attributes but these.</summary>
    public void Allow(params string[] attributes)
    {
        foreach (var attribute in element.Attributes().Where(attribute => !attribute.IsNamespaceDeclaration && !attributes.Contains(attribute.Name.ToString())))
            Add(Mistakes.UnknownXml, OriginOf(attribute, attribute.Name.LocalName.Length), attribute.Name.ToString(), $"<{element.Name}> has {string.Join(", ", attributes)}");
    }

    /// <summary>An identifier that must be there.</summary>
    public string Identifier(string name) => Required(name, SyntaxFacts.IsValidIdentifier, "a C# identifier");

    /// <summary>Identifiers with dots between them, which must be there.</summary>
    public string DottedIdentifier(string name) => Required(name, IsDottedIdentifier, "C# identifiers with dots between them");

    /// <summary>Any text, but there must be some.</summary>
    public string Text(string name, string what) => Required(name, text => text.Length > 0, what);

    /// <summary>One of several words; the first if it is not there.</summary>
    public string OneOf(string name, params string[] words)
    {
        if (Find(name) is not { } attribute) return words[0];
        if (words.Contains(attribute.Value)) return attribute.Value;
        AddWrong(name, attribute, string.Join(" or ", words));
        return words[0];
    }

    /// <summary>A type's name, or null if it is not there.</summary>
    public string? OptionalType(string name) => Find(name) is null ? null : DottedIdentifier(name);

    /// <summary>A whole number, or null if it is not there.</summary>
    public int? Int32(string name)
    {
        if (Find(name) is not { } attribute) return null;
        if (int.TryParse(attribute.Value, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var value)) return value;
        AddWrong(name, attribute, "a whole number");
        return null;
    }

    /// <summary>A number, or null if it is not there.</summary>
    public double? Double(string name)
    {
        if (Find(name) is not { } attribute) return null;
        if (double.TryParse(attribute.Value, NumberStyles.Float, CultureInfo.InvariantCulture, out var value)) return value;
        AddWrong(name, attribute, "a number");
        return null;
    }

    /// <summary>A whole number within a range, which must be there.</summary>
    public decimal Integer(string name, decimal min, decimal max)
    {
        var what = FormattableString.Invariant($"a whole number from {min} to {max}");
        var text = Required(name, IsInteger, what);
        return IsInteger(text) ? Parse(text) : min;

        bool IsInteger(string value) => decimal.TryParse(value, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var number) && number >= min && number <= max;

        static decimal Parse(string value) => decimal.Parse(value, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture);
    }

    public static bool IsDottedIdentifier(string text) => text.Split('.').All(SyntaxFacts.IsValidIdentifier);

    private string Required(string name, Func<string, bool> isValid, string what)
    {
        var attribute = Find(name);
        if (attribute is not null && isValid(attribute.Value)) return attribute.Value;
        AddWrong(name, attribute, what);
        return "_";
    }

    private XAttribute? Find(string name) => element.Attribute(name);

    private void AddWrong(string name, XAttribute? attribute, string what) =>
        Add(Mistakes.WrongXml, attribute is null ? Origin : OriginOf(attribute, name.Length), name, element.Name.ToString(), what);

    private void Add(DiagnosticDescriptor mistake, Origin origin, params string[] arguments) => mistakes.Add(new(mistake, origin, new(arguments)));

    private Origin OriginOf(IXmlLineInfo at, int length)
    {
        var start = new LinePosition(at.LineNumber - 1, at.LinePosition - 1);
        return new(path, default, new(start, new LinePosition(start.Line, start.Character + length)));
    }
}
