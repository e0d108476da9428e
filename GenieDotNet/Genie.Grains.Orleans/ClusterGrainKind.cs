namespace Genie.Grains.Orleans;

/// <summary>All grains of one kind in a cluster, as its clients and silos call them.</summary>
/// <param name="factory">Of the cluster's client, or of a silo.</param>
/// <param name="name">The kind's name.</param>
internal sealed class ClusterGrainKind<TMessage, TAnswer>(IGrainFactory factory, string name) : IGrainKind<TMessage, TAnswer>
{
    private static readonly TimeSpan RejectedPauseMin = TimeSpan.FromMilliseconds(20);
    private static readonly TimeSpan RejectedPauseMax = TimeSpan.FromSeconds(1);

    private readonly GrainType _type = GrainType.Create(name);

    public string Name => name;

    public async ValueTask SendAsync(string key, TMessage message, GrainCall call) => await InvokeAsync(key, call, async grain =>
    {
        await grain.SendAsync(message, call.Token).ConfigureAwait(false);
        return true;
    }).ConfigureAwait(false);

    public ValueTask SendAsync(string key, TMessage message, CancellationToken cancellationToken) => SendAsync(key, message, GrainCall.With(cancellationToken));

    public ValueTask<TAnswer> CallAsync(string key, TMessage message, GrainCall call) => InvokeAsync(key, call, grain => grain.CallAsync(message, call.Remaining, call.Token));

    public ValueTask<TAnswer> CallAsync(string key, TMessage message, CancellationToken cancellationToken) => CallAsync(key, message, GrainCall.With(cancellationToken));

    private async ValueTask<TResult> InvokeAsync<TResult>(string key, GrainCall call, Func<IHostedGrain<TMessage, TAnswer>, ValueTask<TResult>> invoke)
    {
        ArgumentNullException.ThrowIfNull(call);
        if (call.Token.IsCancellationRequested) throw call.Ended(name, key);
        for (var pause = RejectedPauseMin; ; pause *= 2)
        {
            try
            {
                return await invoke(Grain(key)).ConfigureAwait(false);
            }
            catch (OrleansMessageRejectionException) when (pause <= RejectedPauseMax && !call.Token.IsCancellationRequested)
            {
                // No grain has had it: it met a silo that is going, and finds the way to another one.
                await Task.Delay(pause).ConfigureAwait(false);
            }
            catch (Exception error) when (GrainError.Translate(error, name, key, call) is { } translated)
            {
                throw translated;
            }
        }
    }

    private IHostedGrain<TMessage, TAnswer> Grain(string key) => factory.GetGrain<IHostedGrain<TMessage, TAnswer>>(GrainId.Create(_type, IdSpan.Create(key)));
}
