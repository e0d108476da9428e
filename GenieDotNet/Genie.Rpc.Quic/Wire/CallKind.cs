namespace Genie.Rpc.Quic;

/// <summary>What flows in each direction of a call.</summary>
internal enum CallKind
{
    /// <summary>None or one argument, none or one result.</summary>
    Unary = 0,

    /// <summary>A stream of arguments, none or one result.</summary>
    ClientStreaming = 1,

    /// <summary>None or one argument, a stream of results.</summary>
    ServerStreaming = 2,

    /// <summary>A stream in each direction, independent of each other.</summary>
    DuplexStreaming = 3,

    /// <summary>The QUIC stream itself, for bytes of the application's own.</summary>
    Raw = 4,
}
