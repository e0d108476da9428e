using Genie.Fuzzing.Tests.Targets;

namespace Genie.Fuzzing.Tests;

/// <summary>Every decoder of the repository, by the folder of the library that has it: whoever writes another one adds it here.</summary>
internal static class Decoders
{
    private static readonly Dictionary<string, Dictionary<string, Func<Decoder>>> ByLibrary = new()
    {
        // What every system carries.
        ["GenieDotNet/Genie.Brokers"] = new()
        {
            ["frame"] = BrokerDecoders.Frame,
            ["ledger-export"] = BrokerDecoders.LedgerExport,
            ["reply-envelope"] = BrokerDecoders.ReplyEnvelopes,
        },

        // What servers and peers send.
        ["GenieDotNet/Genie.Brokers.ActiveMQ"] = new() { ["stomp"] = WireDecoders.Stomp },
        ["GenieDotNet/Genie.Brokers.Aeron"] = new() { ["aeron-fragments"] = WireDecoders.AeronFragments, ["aeron-message"] = WireDecoders.AeronMessage },
        ["GenieDotNet/Genie.Brokers.Mqtt"] = new() { ["mqtt"] = WireDecoders.Mqtt },
        ["GenieDotNet/Genie.Brokers.Nats"] = new() { ["nats"] = WireDecoders.Nats },
        ["GenieDotNet/Genie.Brokers.ProtoActor"] = new() { ["protoactor"] = WireDecoders.ProtoActor },
        ["GenieDotNet/Genie.Brokers.Pulsar"] = new() { ["pulsar"] = WireDecoders.Pulsar, ["pulsar-command"] = WireDecoders.PulsarCommand },
        ["GenieDotNet/Genie.Brokers.Udp"] = new() { ["udp-chunks"] = UdpDriverDecoders.Chunks, ["udp-hello"] = UdpDriverDecoders.Hello },
        ["GenieDotNet/Genie.Brokers.ZeroMQ"] = new() { ["zmtp"] = WireDecoders.Zmtp, ["zmtp-greeting"] = WireDecoders.ZmtpGreetings },
        ["GenieDotNet/Genie.Datagrams"] = new()
        {
            ["datagram-frames"] = DatagramDecoders.Frames,
            ["datagram-handshake"] = DatagramDecoders.Handshake,
            ["datagram-handshake-sealed"] = DatagramDecoders.SealedHandshake,
            ["datagram-tcp"] = DatagramDecoders.Streams,
        },
        ["GenieDotNet/Genie.Datagrams.LiteNetLib"] = new() { ["datagram-litenetlib"] = LiteNetDecoders.Messages },
        ["GenieDotNet/Genie.Datagrams.Packets"] = new()
        {
            ["packet-delta"] = PacketDecoders.Delta,
            ["packet-described"] = PacketDecoders.Described,
            ["packet-position"] = PacketDecoders.Position,
            ["packet-record"] = PacketDecoders.Record,
        },
        ["GenieDotNet/Genie.Datagrams.Rpc"] = new() { ["datagram-rpc-handshake"] = DatagramRpcDecoders.Handshake, ["datagram-rpc-message"] = DatagramRpcDecoders.Message },
        ["GenieDotNet/Genie.Datagrams.Zones"] = new()
        {
            ["zones-client"] = ZoneDecoders.Client,
            ["zones-directory"] = ZoneDecoders.DirectoryChange,
            ["zones-directory-snapshot"] = ZoneDecoders.Snapshot,
            ["zones-entity"] = ZoneDecoders.Entity,
            ["zones-server"] = ZoneDecoders.Server,
        },
        ["GenieDotNet/Genie.Rpc.Quic"] = new() { ["quic-rpc-error"] = RpcDecoders.Error, ["quic-rpc-frames"] = RpcDecoders.Frames, ["quic-rpc-head"] = RpcDecoders.Head },

        // Encryption.
        ["GenieDotNet/Genie.Brokers.Encryption"] = new() { ["encryption-protocol"] = EncryptionDecoders.Protocol },
        ["GenieDotNet/Genie.Genuine"] = new()
        {
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
        },

        // Maps and addresses.
        ["GenieDotNet/Genie.Geocoding"] = new()
        {
            ["map-index"] = GeocodingDecoders.Index,
            ["map-geojson"] = () => ImportDecoders.Of("collection.geojson"),
            ["map-geojson-sequence"] = () => ImportDecoders.Of("sequence.geojsons"),
            ["map-topojson"] = () => ImportDecoders.Of("topology.topojson"),
            ["map-csv-wkb"] = () => ImportDecoders.Of("binary.csv"),
            ["map-csv-wkt"] = () => ImportDecoders.Of("text.csv"),
            ["mmdb"] = GeocodingDecoders.Addresses,
        },

        // Events, rules, requests and answers.
        ["GenieDotNet/Genie.EventStore"] = new() { ["event-store"] = EventDecoders.Store },
        ["Genie.Extensions.Genius"] = new() { ["genius-event"] = EventDecoders.GeniusEvents, ["genius-rule"] = EventDecoders.GeniusRules, ["genius-rule-text"] = EventDecoders.GeniusRuleTexts },
        ["GenieDotNet/Genie.Workload"] = new() { ["workload-answer"] = WorkloadDecoders.Answer, ["workload-request"] = WorkloadDecoders.Request },
    };

    /// <summary>All of them by name.</summary>
    public static IReadOnlyDictionary<string, Func<Decoder>> All { get; } =
        new SortedDictionary<string, Func<Decoder>>(ByLibrary.Values.SelectMany(decoders => decoders).ToDictionary(), StringComparer.Ordinal);

    /// <summary>The folders of the libraries that have decoders.</summary>
    public static IEnumerable<string> Libraries => ByLibrary.Keys;

    /// <summary>The names of those that libraries have of which one of these folders is part.</summary>
    public static IReadOnlyCollection<string> Of(IReadOnlyCollection<string> folders) =>
        [.. ByLibrary.Where(library => folders.Any(folder => folder == library.Key || folder.StartsWith(library.Key + "/", StringComparison.Ordinal))).SelectMany(library => library.Value.Keys)];
}
