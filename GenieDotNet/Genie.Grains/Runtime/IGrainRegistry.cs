namespace Genie.Grains;

/// <summary>Where kinds of grains are made known: a <see cref="GrainRuntime"/> of this process, or what has a cluster host them.</summary>
public interface IGrainRegistry
{
    /// <summary>Makes a kind known.</summary>
    /// <param name="name">Its name, once a registry.</param>
    /// <param name="create">Makes the grain of a key, without fetching anything yet.</param>
    IGrainKind<TMessage, TAnswer> Register<TMessage, TAnswer>(string name, Func<string, Grain<TMessage, TAnswer>> create);
}
