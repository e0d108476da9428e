using System.Buffers.Binary;

namespace Genie.Datagrams.Rpc.Wire;

/// <summary>Why two sides do not connect: what a refusal carries as its data, <c>GR</c>, kind (1), the service's number (2).</summary>
internal readonly record struct RpcRefusal(RpcRefusalKind Kind, ushort ServiceId)
{
    private const int Bytes = 5;

    /// <summary>Compares what two sides say of their services.</summary>
    /// <returns>Null: they fit.</returns>
    public static RpcRefusal? Between(IReadOnlyCollection<OfferedService> local, IReadOnlyCollection<OfferedService> remote) => Of(local, remote) ?? Of(remote, local);

    public byte[] ToBytes()
    {
        var bytes = new byte[Bytes];
        "GR"u8.CopyTo(bytes);
        bytes[2] = (byte)Kind;
        BinaryPrimitives.WriteUInt16LittleEndian(bytes.AsSpan(3), ServiceId);
        return bytes;
    }

    public static bool TryRead(ReadOnlySpan<byte> bytes, out RpcRefusal refusal)
    {
        refusal = default;
        if (bytes.Length != Bytes || !bytes.StartsWith("GR"u8)) return false;
        refusal = new((RpcRefusalKind)bytes[2], BinaryPrimitives.ReadUInt16LittleEndian(bytes[3..]));
        return refusal.Kind is >= RpcRefusalKind.NoOffer and <= RpcRefusalKind.NotAdmitted;
    }

    /// <summary>The error of a refusal.</summary>
    /// <param name="nameOf">The name of a service by its number, as far as this side knows it.</param>
    public RpcException ToException(Func<ushort, string> nameOf) => Kind switch
    {
        RpcRefusalKind.NoOffer => RpcErrors.Mismatch("One side does not speak this library's calls, or another version of them."),
        RpcRefusalKind.Missing => RpcErrors.Mismatch($"One side calls {nameOf(ServiceId)}, which the other does not serve."),
        RpcRefusalKind.Differs => RpcErrors.Mismatch($"The contract of {nameOf(ServiceId)} is not the same at both sides."),
        _ => new(RpcErrorCode.ConnectionEnded, "The other side does not admit this one. Connect with other handshake data.", isTransient: false, mayHaveRun: false, isRemote: true),
    };

    // What a caller calls, its server must have in the same form.
    private static RpcRefusal? Of(IReadOnlyCollection<OfferedService> callers, IReadOnlyCollection<OfferedService> servers)
    {
        foreach (var called in callers)
        {
            if ((called.Role & (RpcRole.Calls | RpcRole.Needs)) == 0) continue;
            var served = servers.FirstOrDefault(one => one.ServiceId == called.ServiceId && (one.Role & RpcRole.Serves) != 0);
            if ((served.Role & RpcRole.Serves) == 0)
            {
                if ((called.Role & RpcRole.Needs) != 0) return new(RpcRefusalKind.Missing, called.ServiceId);
            }
            else if (served.Fingerprint != called.Fingerprint)
            {
                return new(RpcRefusalKind.Differs, called.ServiceId);
            }
        }

        return null;
    }
}

/// <summary>What does not fit.</summary>
internal enum RpcRefusalKind : byte
{
    /// <summary>The other side has no handshake data of this library.</summary>
    NoOffer = 1,

    /// <summary>A service that is needed is not served.</summary>
    Missing = 2,

    /// <summary>A service has another fingerprint.</summary>
    Differs = 3,

    /// <summary>The application does not want this side.</summary>
    NotAdmitted = 4,
}
