namespace Genie.Benchmarks.Load.Ladders.Levels;

/// <summary>The overhead levels of a transport, from the least to all.</summary>
internal enum LevelKind
{
    /// <summary>A bare socket of the same protocol, with blocking calls.</summary>
    Socket,

    /// <summary>The transport's own messages, reliable and in order.</summary>
    Transport,

    /// <summary>Requests through <see cref="Brokers.IBroker"/>: correlation, flow control, listeners.</summary>
    Broker,

    /// <summary>Calls of an interface's method.</summary>
    Call,

    /// <summary>Requests that are the workload's: protobuf, change data capture, reverse geocoding, an answer in Avro.</summary>
    Pipeline,
}

/// <summary>Their names in reports.</summary>
internal static class LevelKinds
{
    /// <summary>The name of one.</summary>
    public static string Name(this LevelKind kind) => kind switch
    {
        LevelKind.Socket => "raw socket",
        LevelKind.Transport => "transport",
        LevelKind.Broker => "IBroker",
        LevelKind.Call => "RPC",
        _ => "full pipeline",
    };
}
