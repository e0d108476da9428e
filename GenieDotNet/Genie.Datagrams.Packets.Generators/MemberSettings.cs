namespace Genie.Datagrams.Packets.Generators;

/// <summary>What the attribute, or the XML element, of a member says; null is what it does not say.</summary>
internal sealed record MemberSettings(double? Min, double? Max, double? Precision, int? MaxBytes, int? MaxCount)
{
    public static readonly MemberSettings None = new(null, null, null, null, null);

    public bool HasRange => Min is not null || Max is not null || Precision is not null;
}
