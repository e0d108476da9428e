namespace Genie.Datagrams.Rpc.Wire;

/// <summary>What a side of a connection does with a service.</summary>
[Flags]
internal enum RpcRole
{
    /// <summary>Nothing.</summary>
    None = 0,

    /// <summary>It serves it.</summary>
    Serves = 1,

    /// <summary>It calls it, if the other side serves it.</summary>
    Calls = 2,

    /// <summary>It calls it, and does not connect to a side without it.</summary>
    Needs = 4,
}
