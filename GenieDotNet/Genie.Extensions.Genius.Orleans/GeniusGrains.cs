using System.Collections.Concurrent;
using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Hosting;
using Genie.Extensions.Genius.Streams.Journal;
using Genie.Grains;
using Genie.Grains.Orleans;

namespace Genie.Extensions.Genius.Orleans;

/// <summary>The grains of Genius in a cluster: those of other silos are called, those of this one are made.</summary>
/// <param name="factory">The silo's.</param>
internal sealed class GeniusGrains(IGrainFactory factory) : IGrainRegistry
{
    private readonly ConcurrentDictionary<string, object> _kinds = new(StringComparer.Ordinal);

    /// <inheritdoc/>
    /// <exception cref="ArgumentException">There is such a kind already, or its messages are none of Genius's.</exception>
    public IGrainKind<TMessage, TAnswer> Register<TMessage, TAnswer>(string name, Func<string, Grain<TMessage, TAnswer>> create)
    {
        var hosts = create switch
        {
            Func<string, Grain<GeniusEvent, GeniusAnswer>> => ProcessorHost.Kind,
            Func<string, Grain<JournalCommand, JournalAnswer>> => JournalHost.Kind,
            _ => throw new ArgumentException($"'{name}' is no kind of Genius's.", nameof(create)),
        };
        if (!_kinds.TryAdd(name, create)) throw new ArgumentException($"There is a kind '{name}' already.", nameof(name));
        return new NamedGrainKind<TMessage, TAnswer>(factory.GetGrainKind<TMessage, TAnswer>(hosts), name);
    }

    /// <summary>Makes a grain that this silo is to host.</summary>
    /// <exception cref="GrainMisplacedException">This process has no such definition; another may.</exception>
    public Grain<TMessage, TAnswer> Create<TMessage, TAnswer>(string name)
    {
        var (kind, key) = GrainName.Read(name);
        return _kinds.GetValueOrDefault(kind) is Func<string, Grain<TMessage, TAnswer>> create
            ? create(key) : throw new GrainMisplacedException($"This process has no '{kind}'. Give all processes of a cluster the same windows, geofences and patterns; while they are replaced, send again.");
    }
}
