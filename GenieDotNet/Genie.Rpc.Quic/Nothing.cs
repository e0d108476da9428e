namespace Genie.Rpc.Quic;

/// <summary>Stands for no argument or no result in generic code.</summary>
internal readonly struct Nothing
{
    /// <summary>True if a type is this one; the compiler makes a constant of it.</summary>
    public static bool Is<T>() => typeof(T) == typeof(Nothing);
}
