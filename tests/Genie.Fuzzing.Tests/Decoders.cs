using Genie.Fuzzing.Tests.Targets;

namespace Genie.Fuzzing.Tests;

/// <summary>Every decoder of the repository: whoever writes another one adds it here.</summary>
internal static class Decoders
{
    public static IReadOnlyDictionary<string, Func<Decoder>> All { get; } = new SortedDictionary<string, Func<Decoder>>(StringComparer.Ordinal)
    {
        // What every system carries.
        ["frame"] = BrokerDecoders.Frame,
        ["ledger-export"] = BrokerDecoders.LedgerExport,
        ["reply-envelope"] = BrokerDecoders.ReplyEnvelopes,

        // What servers and peers send.
        ["aeron-fragments"] = WireDecoders.AeronFragments,
        ["aeron-message"] = WireDecoders.AeronMessage,
        ["datagram-frames"] = DatagramDecoders.Frames,
        ["datagram-handshake"] = DatagramDecoders.Handshake,
        ["datagram-handshake-sealed"] = DatagramDecoders.SealedHandshake,
        ["datagram-litenetlib"] = LiteNetDecoders.Messages,
        ["datagram-tcp"] = DatagramDecoders.Streams,
        ["datagram-rpc-handshake"] = DatagramRpcDecoders.Handshake,
        ["datagram-rpc-message"] = DatagramRpcDecoders.Message,
        ["mqtt"] = WireDecoders.Mqtt,
        ["nats"] = WireDecoders.Nats,
        ["packet-delta"] = PacketDecoders.Delta,
        ["packet-described"] = PacketDecoders.Described,
        ["packet-position"] = PacketDecoders.Position,
        ["packet-record"] = PacketDecoders.Record,
        ["protoactor"] = WireDecoders.ProtoActor,
        ["pulsar"] = WireDecoders.Pulsar,
        ["pulsar-command"] = WireDecoders.PulsarCommand,
        ["quic-rpc-error"] = RpcDecoders.Error,
        ["quic-rpc-frames"] = RpcDecoders.Frames,
        ["quic-rpc-head"] = RpcDecoders.Head,
        ["stomp"] = WireDecoders.Stomp,
        ["udp-chunks"] = UdpDriverDecoders.Chunks,
        ["udp-hello"] = UdpDriverDecoders.Hello,
        ["zmtp"] = WireDecoders.Zmtp,
        ["zmtp-greeting"] = WireDecoders.ZmtpGreetings,
        ["zones-client"] = ZoneDecoders.Client,
        ["zones-directory"] = ZoneDecoders.DirectoryChange,
        ["zones-directory-snapshot"] = ZoneDecoders.Snapshot,
        ["zones-entity"] = ZoneDecoders.Entity,
        ["zones-server"] = ZoneDecoders.Server,

        // Encryption.
        ["encryption-protocol"] = EncryptionDecoders.Protocol,
        ["genuine-bundle"] = EncryptionDecoders.Bundle,
        ["genuine-envelope"] = EncryptionDecoders.Envelope,
        ["genuine-statement"] = EncryptionDecoders.Statement,
        ["genuine-first-message"] = EncryptionDecoders.FirstMessage,
        ["genuine-identity"] = EncryptionDecoders.Identity,
        ["genuine-letter"] = EncryptionDecoders.Letter,
        ["genuine-message"] = () => EncryptionDecoders.Message(encryptHeaders: false),
        ["genuine-message-headers"] = () => EncryptionDecoders.Message(encryptHeaders: true),
        ["genuine-signature"] = EncryptionDecoders.Signature,
        ["genuine-sealed-conversation"] = StateDecoders.SealedConversation,
        ["genuine-sealed-session"] = StateDecoders.SealedSession,
        ["genuine-prekeys"] = StateDecoders.PreKeys,
        ["genuine-session"] = StateDecoders.Session,
        ["genuine-state-file"] = StateDecoders.StateFile,

        // Maps and addresses.
        ["map-index"] = GeocodingDecoders.Index,
        ["map-geojson"] = () => ImportDecoders.Of("collection.geojson"),
        ["map-geojson-sequence"] = () => ImportDecoders.Of("sequence.geojsons"),
        ["map-topojson"] = () => ImportDecoders.Of("topology.topojson"),
        ["map-csv-wkb"] = () => ImportDecoders.Of("binary.csv"),
        ["map-csv-wkt"] = () => ImportDecoders.Of("text.csv"),
        ["mmdb"] = GeocodingDecoders.Addresses,

        // Events, rules, requests and answers.
        ["event-store"] = EventDecoders.Store,
        ["genius-event"] = EventDecoders.GeniusEvents,
        ["genius-rule"] = EventDecoders.GeniusRules,
        ["genius-rule-text"] = EventDecoders.GeniusRuleTexts,
        ["workload-answer"] = WorkloadDecoders.Answer,
        ["workload-request"] = WorkloadDecoders.Request,
    };
}
