namespace Genie.Rpc.Quic;

/// <summary>
/// On a class of functions, a client struct or an interface: the number of its service. On a method: the number of the function within it.
/// Service and function together are one of 65,536 numbers.
/// </summary>
/// <param name="id">0 to 255.</param>
[AttributeUsage(AttributeTargets.Class | AttributeTargets.Struct | AttributeTargets.Interface | AttributeTargets.Method, Inherited = false)]
public sealed class QuicRpcFunctionAttribute(byte id) : Attribute
{
    /// <summary>The number.</summary>
    public byte Id { get; } = id;

    /// <summary>On a method: it works on the QUIC stream itself. A function then returns ValueTask and takes no argument, a client's method returns <c>Task&lt;QuicStream&gt;</c>.</summary>
    public bool IsStreaming { get; set; }
}
