namespace Genie.Rpc.Quic;

/// <summary>The functions of a service by their numbers: one array of functions for each service byte in use.</summary>
internal sealed class FunctionTable<TContext>
{
    private readonly ServedFunction<TContext>?[]?[] _services = new ServedFunction<TContext>?[256][];
    private readonly Lock _gate = new();

    public ServedFunction<TContext>? this[ushort function] => Volatile.Read(ref _services[function >> 8])?[function & 0xFF];

    /// <summary>Adds a function.</summary>
    /// <exception cref="InvalidOperationException">There is one of this number.</exception>
    public void Add(ushort function, ServedFunction<TContext> served)
    {
        lock (_gate)
        {
            var functions = _services[function >> 8] ?? new ServedFunction<TContext>?[256];
            if (functions[function & 0xFF] is not null)
                throw new InvalidOperationException($"Function {RpcErrors.Name(function)} is registered already. Give one of the two another number.");
            functions[function & 0xFF] = served;
            Volatile.Write(ref _services[function >> 8], functions);
        }
    }
}
