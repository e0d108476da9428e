namespace Genie.Datagrams.Rpc;

/// <summary>A method's number, in place of a hash of its name and signature: the method may be renamed then.</summary>
/// <param name="id">0 to 65,535; no two methods of an interface share it.</param>
[AttributeUsage(AttributeTargets.Method)]
public sealed class MethodIdAttribute(int id) : Attribute
{
    /// <summary>The number.</summary>
    public int Id { get; } = id;
}
