namespace Genie.Datagrams.Rpc;

/// <summary>
/// An interface whose methods are called over a connection. For <c>IArena</c> the generator writes <c>ArenaClient</c>, which calls, and <c>ArenaContract</c>, by which
/// a peer serves it. Methods return <c>void</c> or <see cref="ValueTask"/> (one way, nothing comes back) or <see cref="ValueTask{TResult}"/> (a request with its answer).
/// </summary>
[AttributeUsage(AttributeTargets.Interface, Inherited = false)]
public sealed class DatagramServiceAttribute : Attribute
{
    /// <summary>The number is a hash of the interface's full name.</summary>
    public DatagramServiceAttribute()
    {
    }

    /// <summary>The number is given, so that the interface may be renamed.</summary>
    /// <param name="id">0 to 65,535; no two services of a peer share it.</param>
    public DatagramServiceAttribute(int id) => Id = id;

    /// <summary>The number; null: a hash of the name.</summary>
    public int? Id { get; }
}
