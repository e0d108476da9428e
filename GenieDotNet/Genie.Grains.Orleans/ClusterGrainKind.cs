namespace Genie.Grains.Orleans;

/// <summary>All grains of one kind in a cluster, as its clients and silos call them.</summary>
/// <param name="factory">Of the cluster's client, or of a silo.</param>
/// <param name="name">The kind's name.</param>
internal sealed class ClusterGrainKind<TMessage, TAnswer>(IGrainFactory factory, string name) : IGrainKind<TMessage, TAnswer>
{
    private readonly GrainType _type = GrainType.Create(name);

    public string Name => name;

    public async ValueTask SendAsync(string key, TMessage message, GrainCall call)
    {
        ArgumentNullException.ThrowIfNull(call);
        if (call.Token.IsCancellationRequested) throw call.Ended(name, key);
        try
        {
            await Grain(key).SendAsync(message, call.Token).ConfigureAwait(false);
        }
        catch (Exception error) when (GrainError.Translate(error, name, key, call) is { } translated)
        {
            throw translated;
        }
    }

    public ValueTask SendAsync(string key, TMessage message, CancellationToken cancellationToken) => SendAsync(key, message, GrainCall.With(cancellationToken));

    public async ValueTask<TAnswer> CallAsync(string key, TMessage message, GrainCall call)
    {
        ArgumentNullException.ThrowIfNull(call);
        if (call.Token.IsCancellationRequested) throw call.Ended(name, key);
        try
        {
            return await Grain(key).CallAsync(message, call.Remaining, call.Token).ConfigureAwait(false);
        }
        catch (Exception error) when (GrainError.Translate(error, name, key, call) is { } translated)
        {
            throw translated;
        }
    }

    public ValueTask<TAnswer> CallAsync(string key, TMessage message, CancellationToken cancellationToken) => CallAsync(key, message, GrainCall.With(cancellationToken));

    private IHostedGrain<TMessage, TAnswer> Grain(string key) => factory.GetGrain<IHostedGrain<TMessage, TAnswer>>(GrainId.Create(_type, IdSpan.Create(key)));
}
