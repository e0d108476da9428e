using Genie.Datagrams.Protocol;

namespace Genie.Datagrams.Security;

/// <summary>What both sides do with the sealed steps.</summary>
internal static class HandshakeSteps
{
    /// <summary>Seals a step that stands in a writer, header first, and makes it part of the transcript.</summary>
    public static byte[] Seal(HandshakeSecrets secrets, string step, ref WireWriter writer)
    {
        writer.Next(PacketCipher.TagBytes);
        var datagram = writer.Written.ToArray();
        var text = datagram.AsSpan(SecureHandshakeFormat.StepHeaderBytes..^PacketCipher.TagBytes).ToArray();
        using var cipher = secrets.Begin(step);
        HandshakeSecrets.Seal(cipher, datagram, SecureHandshakeFormat.StepHeaderBytes);
        secrets.Add(text);
        return datagram;
    }
}
