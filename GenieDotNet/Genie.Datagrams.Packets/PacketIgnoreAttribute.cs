namespace Genie.Datagrams.Packets;

/// <summary>A property of a packet that is not sent: it has its default after reading.</summary>
[AttributeUsage(AttributeTargets.Property)]
public sealed class PacketIgnoreAttribute : Attribute;
