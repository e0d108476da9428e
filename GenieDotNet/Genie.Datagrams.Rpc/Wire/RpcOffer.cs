using System.Buffers.Binary;

namespace Genie.Datagrams.Rpc.Wire;

/// <summary>A service within handshake data.</summary>
/// <param name="ServiceId">Its number.</param>
/// <param name="Role">What the side does with it.</param>
/// <param name="Fingerprint">Of its contract there.</param>
internal readonly record struct OfferedService(ushort ServiceId, RpcRole Role, ulong Fingerprint);

/// <summary>
/// What a side says of its services in its handshake data, before the data of the application: <c>GR</c>, version (1), count (1), and for each service its number (2),
/// role (1) and fingerprint (8).
/// </summary>
internal static class RpcOffer
{
    public const int MaxServices = 64;

    private const byte Version = 1;
    private const int HeadBytes = 4;
    private const int ServiceBytes = sizeof(ushort) + 1 + sizeof(ulong);
    private const RpcRole AllRoles = RpcRole.Serves | RpcRole.Calls | RpcRole.Needs;

    public static byte[] Write(IReadOnlyCollection<OfferedService> services, ReadOnlySpan<byte> applicationData)
    {
        var bytes = new byte[HeadBytes + (ServiceBytes * services.Count) + applicationData.Length];
        "GR"u8.CopyTo(bytes);
        (bytes[2], bytes[3]) = (Version, (byte)services.Count);
        var left = bytes.AsSpan(HeadBytes);
        foreach (var service in services)
        {
            BinaryPrimitives.WriteUInt16LittleEndian(left, service.ServiceId);
            left[sizeof(ushort)] = (byte)service.Role;
            BinaryPrimitives.WriteUInt64LittleEndian(left[(sizeof(ushort) + 1)..], service.Fingerprint);
            left = left[ServiceBytes..];
        }

        applicationData.CopyTo(left);
        return bytes;
    }

    public static bool TryRead(ReadOnlySpan<byte> bytes, out OfferedService[] services, out ReadOnlySpan<byte> applicationData)
    {
        services = [];
        applicationData = default;
        if (bytes.Length < HeadBytes || !bytes.StartsWith("GR"u8) || bytes[2] != Version || bytes[3] > MaxServices) return false;
        var left = bytes[HeadBytes..];
        if (left.Length < ServiceBytes * bytes[3]) return false;
        services = new OfferedService[bytes[3]];
        foreach (ref var service in services.AsSpan())
        {
            service = new(BinaryPrimitives.ReadUInt16LittleEndian(left), (RpcRole)left[sizeof(ushort)] & AllRoles, BinaryPrimitives.ReadUInt64LittleEndian(left[(sizeof(ushort) + 1)..]));
            left = left[ServiceBytes..];
        }

        applicationData = left;
        return true;
    }
}
