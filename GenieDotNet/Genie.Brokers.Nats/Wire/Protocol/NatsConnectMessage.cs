using System.Buffers;
using System.Text.Json;

namespace Genie.Brokers.Nats.Wire.Protocol;

/// <summary>CONNECT: who we are and what we understand.</summary>
internal static class NatsConnectMessage
{
    public static byte[] Format(NatsOptions options, string version, bool encrypted)
    {
        var message = new ArrayBufferWriter<byte>();
        message.Write("CONNECT "u8);
        using (var json = new Utf8JsonWriter(message))
        {
            json.WriteStartObject();
            json.WriteBoolean("verbose"u8, false);
            json.WriteBoolean("pedantic"u8, false);
            json.WriteBoolean("tls_required"u8, encrypted);
            json.WriteString("name"u8, "genie");
            json.WriteString("lang"u8, ".NET");
            json.WriteString("version"u8, version);
            json.WriteNumber("protocol"u8, 1);
            json.WriteBoolean("headers"u8, true);

            // A request on a subject without a subscriber is answered at once, with an empty message of status 503.
            json.WriteBoolean("no_responders"u8, true);
            var credentials = options.Credentials;
            if (credentials.User.Length > 0)
            {
                json.WriteString("user"u8, credentials.User);
                json.WriteString("pass"u8, credentials.Password);
            }

            if (credentials.Token.Length > 0) json.WriteString("auth_token"u8, credentials.Token);
            json.WriteEndObject();
        }

        message.Write("\r\n"u8);
        return message.WrittenSpan.ToArray();
    }
}
