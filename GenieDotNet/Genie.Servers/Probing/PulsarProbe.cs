using System.Buffers.Binary;
using System.Text;

namespace Genie.Servers.Probing;

/// <summary>A Pulsar broker answers CONNECT with CONNECTED, which holds its version (PulsarApi.proto: BaseCommand, CommandConnected).</summary>
internal static class PulsarProbe
{
    private const int StandardPort = 6650;
    private const byte ConnectedType = 3;
    private const byte ErrorType = 14;
    private const byte ConnectedField = (3 << 3) | 2;
    private const byte VersionField = (1 << 3) | 2;
    private const int ProtocolVersion = 19;

    public static Task<string?> AskAsync(Uri url, CancellationToken cancellationToken) =>
        ProbeConnection.TalkAsync(url, StandardPort, async connection =>
        {
            await connection.SendAsync(Connect(), cancellationToken).ConfigureAwait(false);
            await connection.ReceiveAsync(12, cancellationToken).ConfigureAwait(false);
            var size = BinaryPrimitives.ReadInt32BigEndian(connection.Received);
            if (size is < 8 or > 4096) return null;
            await connection.ReceiveAsync(size + 4, cancellationToken).ConfigureAwait(false);
            return Read(connection.Received[8..]);
        }, cancellationToken);

    /// <summary>Total size, command size, and the command: its type (2) and field 2, with client_version (1) and protocol_version (4).</summary>
    private static byte[] Connect()
    {
        byte[] name = [.. "genie"u8];
        byte[] connect = [VersionField, (byte)name.Length, .. name, 4 << 3, ProtocolVersion];
        byte[] command = [1 << 3, 2, (2 << 3) | 2, (byte)connect.Length, .. connect];
        return [0, 0, 0, (byte)(command.Length + 4), 0, 0, 0, (byte)command.Length, .. command];
    }

    private static string? Read(ReadOnlySpan<byte> command) => command switch
    {
        [1 << 3, ErrorType, ..] => "Pulsar broker that asks for credentials",
        [1 << 3, ConnectedType, ConnectedField, _, VersionField, var length, .. var rest] when length <= rest.Length =>
            Version(Encoding.UTF8.GetString(rest[..length])),
        _ => null,
    };

    // "Pulsar Server4.0.0" or "4.0.0", by version.
    private static string Version(string text) => $"Pulsar {text.Replace("Pulsar Server", "", StringComparison.Ordinal).Trim()}";
}
