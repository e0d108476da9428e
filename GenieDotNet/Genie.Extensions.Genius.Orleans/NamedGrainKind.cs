using Genie.Grains;

namespace Genie.Extensions.Genius.Orleans;

/// <summary>One of the kinds that share a class in Orleans.</summary>
internal sealed class NamedGrainKind<TMessage, TAnswer>(IGrainKind<TMessage, TAnswer> grains, string name) : IGrainKind<TMessage, TAnswer>
{
    public string Name => name;

    public ValueTask SendAsync(string key, TMessage message, GrainCall call) => grains.SendAsync(GrainName.Of(name, key), message, call);

    public ValueTask SendAsync(string key, TMessage message, CancellationToken cancellationToken) => grains.SendAsync(GrainName.Of(name, key), message, cancellationToken);

    public ValueTask<TAnswer> CallAsync(string key, TMessage message, GrainCall call) => grains.CallAsync(GrainName.Of(name, key), message, call);

    public ValueTask<TAnswer> CallAsync(string key, TMessage message, CancellationToken cancellationToken) => grains.CallAsync(GrainName.Of(name, key), message, cancellationToken);
}
