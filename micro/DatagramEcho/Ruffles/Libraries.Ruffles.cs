namespace DatagramEcho;

internal static partial class Libraries
{
    static partial void AddRuffles(ref Func<IEchoPair>? open) => open = () => new RufflesPair();
}
