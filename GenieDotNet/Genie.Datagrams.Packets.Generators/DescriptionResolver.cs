using System.Collections.Immutable;
using Genie.Generators;
using Microsoft.CodeAnalysis;

namespace Genie.Datagrams.Packets.Generators;

/// <summary>Looks up the types that the members of descriptions have: keywords, enumerations and packets of all XML files, types with a serializer of their own.</summary>
internal sealed class DescriptionResolver
{
    // What every record has.
    private static readonly HashSet<string> ReservedNames =
        [PacketReader.ReservedName, "EqualityContract", "Clone", "Deconstruct", "Equals", "Finalize", "GetHashCode", "GetType", "MemberwiseClone", "PrintMembers", "ReferenceEquals", "ToString"];

    private readonly Dictionary<string, DescribedPacket> _packets = new(StringComparer.OrdinalIgnoreCase);
    private readonly Dictionary<string, DescribedEnum> _enums = new(StringComparer.OrdinalIgnoreCase);
    private readonly List<Mistake> _mistakes = [];

    public static Resolution Resolve(ImmutableArray<Description> descriptions)
    {
        var resolver = new DescriptionResolver();
        foreach (var packet in descriptions.SelectMany(description => description.Packets)) resolver.Add(resolver._packets, packet.Name, packet);
        foreach (var one in descriptions.SelectMany(description => description.Enums)) resolver.Add(resolver._enums, one.Name, one);
        var packets = resolver._packets.Values.Select(resolver.Resolve).ToList();
        var enums = resolver._enums.Values.Select(one => new EnumModel(one.Name.Namespace, one.Name.Name, one.Underlying, one.IsFlags, one.Values, one.Name.Declaration));
        return new(new(packets), new(enums), new(descriptions.SelectMany(description => description.Mistakes).Concat(resolver._mistakes)));
    }

    private void Add<T>(Dictionary<string, T> known, DescribedName name, T one)
    {
        if (_packets.ContainsKey(name.FullName) || _enums.ContainsKey(name.FullName)) _mistakes.Add(new(Mistakes.DuplicateName, name.Origin, new([name.FullName])));
        else known.Add(name.FullName, one);
    }

    private Reading Resolve(DescribedPacket packet)
    {
        var mistakes = new List<Mistake>();
        if (packet.Id is < 0 or > PacketReader.MaxId) mistakes.Add(new(Mistakes.WrongId, packet.Name.Origin, new([packet.Name.Name, packet.Id.Value.ToString()])));
        var members = packet.Members.Select(member => Resolve(packet, member, mistakes)).Where(member => member is not null).Select(member => member!).ToList();
        var id = packet.Id is { } taken ? new TakenId(taken, packet.Name.FullName, packet.Name.Origin) : null;
        var model = new PacketModel(packet.Name.Namespace, packet.Name.Name, packet.IsStruct, packet.Id, new(members), packet.Name.Declaration);
        return new(mistakes.Count == 0 ? model : null, id, new(mistakes));
    }

    private MemberModel? Resolve(DescribedPacket packet, DescribedMember member, List<Mistake> mistakes)
    {
        if (ReservedNames.Contains(member.Name) || member.Name == packet.Name.Name) Report(Mistakes.ReservedName, [packet.Name.Name]);
        var rules = new ValueRules(member.Settings, Report);
        var value = Resolve(packet, member, member.Type.Trim(), rules, Report, isElement: false);
        if (value is null) return null;
        rules.CheckUnused(value);
        return new(member.Name, value, IsParameter: true, member.Description);

        void Report(DiagnosticDescriptor mistake, string[] arguments) => mistakes.Add(new(mistake, member.Origin, new([member.Name, .. arguments])));
    }

    private ValueModel? Resolve(DescribedPacket packet, DescribedMember member, string type, ValueRules rules, Action<DiagnosticDescriptor, string[]> report, bool isElement)
    {
        if (type.EndsWith("?", StringComparison.Ordinal))
        {
            var inner = type.Substring(0, type.Length - 1);
            if (!inner.EndsWith("?", StringComparison.Ordinal)) return Resolve(packet, member, inner, rules, report, isElement) is { } present ? present with { IsOptional = true } : null;
        }
        else if (type.EndsWith("[]", StringComparison.Ordinal))
        {
            if (isElement)
            {
                report(Mistakes.ListOfLists, []);
                return null;
            }

            var element = Resolve(packet, member, type.Substring(0, type.Length - 2), rules, report, isElement: true);
            return rules.List($"{element?.Declaration}[]", null, hasLength: true, element);
        }

        return ResolveName(packet, member, type, rules, report);
    }

    private ValueModel? ResolveName(DescribedPacket packet, DescribedMember member, string type, ValueRules rules, Action<DiagnosticDescriptor, string[]> report)
    {
        if (member.Serializer is { } serializer && (IsKeyword(type) || DescriptionElement.IsDottedIdentifier(type)))
            return new(ValueKind.Own, IsKeyword(type) ? type : Global(Find(_packets, packet, type)?.Name.FullName ?? Find(_enums, packet, type)?.Name.FullName ?? type)) { Serializer = Global(serializer) };
        if (Find(_enums, packet, type) is { } one) return rules.Enumeration(Global(one.Name.FullName), one.Underlying, one.IsFlags, [.. one.Values.Select(value => value.Value)]);
        if (Find(_packets, packet, type) is not { } other) return rules.OfKeyword(type);
        if (Reaches(other, packet, [])) report(Mistakes.Recursive, [packet.Name.Name]);
        else if (other.Members.Count == 0) report(Mistakes.NestedEmpty, [other.Name.Name]);
        else return new(ValueKind.Packet, Global(other.Name.FullName));
        return null;
    }

    // Whether a packet has a member that leads to another one, or is that itself.
    private bool Reaches(DescribedPacket packet, DescribedPacket goal, HashSet<string> seen) =>
        packet == goal || (seen.Add(packet.Name.FullName)
            && packet.Members.Where(member => member.Serializer is null).Select(member => Find(_packets, packet, member.Type.Trim().TrimEnd('?', '[', ']'))).Any(member => member is not null && Reaches(member, goal, seen)));

    private static T? Find<T>(Dictionary<string, T> known, DescribedPacket from, string type) where T : class =>
        known.TryGetValue($"{from.Name.Namespace}.{type}", out var near) ? near : known.TryGetValue(type, out var far) ? far : null;

    private static bool IsKeyword(string type) => type is "bool" or "string" or "float" or "double" or "decimal" or "char" || ValueRules.Integers.ContainsKey(type);

    private static string Global(string name) => $"global::{string.Join(".", name.Split('.').Select(PacketWriter.Escaped))}";
}
