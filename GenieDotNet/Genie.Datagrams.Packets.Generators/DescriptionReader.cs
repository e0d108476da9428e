using System.Xml;
using System.Xml.Linq;
using Genie.Generators;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Text;

namespace Genie.Datagrams.Packets.Generators;

/// <summary>Reads an XML file of packets, after the manner of AzNetworking's packet descriptions.</summary>
internal sealed class DescriptionReader
{
    public const string FileNameEnd = ".packets.xml";

    private readonly List<Mistake> _mistakes = [];
    private readonly List<DescribedPacket> _packets = [];
    private readonly List<DescribedEnum> _enums = [];

    private DescriptionReader()
    {
    }

    public static Description Read(AdditionalText file, CancellationToken cancellationToken)
    {
        var reader = new DescriptionReader();
        try
        {
            reader.Read(file.Path, file.GetText(cancellationToken)?.ToString() ?? "");
        }
        catch (XmlException error)
        {
            var at = new LinePosition(Math.Max(0, error.LineNumber - 1), Math.Max(0, error.LinePosition - 1));
            reader._mistakes.Add(new(Mistakes.BadXml, new(file.Path, default, new(at, at)), new([error.Message])));
        }

        return new(new(reader._packets), new(reader._enums), new(reader._mistakes));
    }

    private void Read(string path, string text)
    {
        using var xml = XmlReader.Create(new StringReader(text), new XmlReaderSettings { DtdProcessing = DtdProcessing.Prohibit, XmlResolver = null });
        var document = XDocument.Load(xml, LoadOptions.SetLineInfo);
        var root = new DescriptionElement(path, document.Root!, _mistakes);
        if (document.Root!.Name != "Packets")
        {
            _mistakes.Add(new(Mistakes.UnknownXml, root.Origin, new([$"<{document.Root.Name}>", "the file's element is <Packets>"])));
            return;
        }

        root.Allow("Namespace", "Access");
        var (name, access) = (root.DottedIdentifier("Namespace"), root.OneOf("Access", "public", "internal"));
        foreach (var element in root.Children("Packet", "Enum"))
        {
            if (element.Name == "Packet") ReadPacket(element, name, access);
            else ReadEnum(element, name, access);
        }
    }

    private void ReadPacket(DescriptionElement element, string name, string access)
    {
        element.Allow("Name", "Id", "Kind", "Desc");
        var members = element.Children("Member").Select(ReadMember).ToList();
        foreach (var second in members.GroupBy(member => member.Name).SelectMany(same => same.Skip(1))) _mistakes.Add(new(Mistakes.DuplicateName, second.Origin, new([second.Name])));
        _packets.Add(new(ReadName(element, name, access), element.Int32("Id"), element.OneOf("Kind", "struct", "class") == "struct", new(members)));
    }

    private static DescribedMember ReadMember(DescriptionElement element)
    {
        element.Children();
        element.Allow("Name", "Type", "Min", "Max", "Precision", "MaxBytes", "MaxCount", "Serializer", "Desc");
        var settings = new MemberSettings(element.Double("Min"), element.Double("Max"), element.Double("Precision"), element.Int32("MaxBytes"), element.Int32("MaxCount"));
        return new(element.Identifier("Name"), element.Text("Type", "a type"), settings, element.OptionalType("Serializer"), element.Description, element.Origin);
    }

    private void ReadEnum(DescriptionElement element, string name, string access)
    {
        element.Allow("Name", "Type", "Kind", "Desc");
        var underlying = element.OneOf("Type", ["int", .. ValueRules.Integers.Keys]);
        var (min, max) = ValueRules.Integers[underlying];
        var values = element.Children("Value").Select(value => ReadValue(value, min, max)).ToList();
        foreach (var same in values.GroupBy(value => value.Name).Where(same => same.Count() > 1)) _mistakes.Add(new(Mistakes.DuplicateName, element.Origin, new([same.Key])));
        _enums.Add(new(ReadName(element, name, access), underlying, element.OneOf("Kind", "values", "flags") == "flags", new(values)));
    }

    private static EnumValueModel ReadValue(DescriptionElement element, decimal min, decimal max)
    {
        element.Children();
        element.Allow("Name", "Value", "Desc");
        return new(element.Identifier("Name"), element.Integer("Value", min, max), element.Description);
    }

    private static DescribedName ReadName(DescriptionElement element, string name, string access) => new(name, access, element.Identifier("Name"), element.Description, element.Origin);
}
