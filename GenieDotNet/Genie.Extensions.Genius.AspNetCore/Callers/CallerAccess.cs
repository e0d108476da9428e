using Genie.EventStore;
using Genie.Extensions.Genius.AspNetCore.Services;
using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Hosting;
using Genie.Extensions.Genius.Messages;
using Genie.Extensions.Genius.Outputs;
using Genie.Extensions.Genius.Rules;
using Grpc.Core;

namespace Genie.Extensions.Genius.AspNetCore.Callers;

/// <summary>Which keys' events and facts a caller may send and see, and as which consumers it may poll. Which calls it may make at all is for the host's authorization.</summary>
public sealed record CallerAccess
{
    /// <summary>Everything.</summary>
    public static CallerAccess Everything { get; } = new();

    /// <summary>Nothing of any key, for callers of whom nothing is known.</summary>
    public static CallerAccess Nothing { get; } = new() { Keys = new NamePatterns([]), Consumers = new NamePatterns([]) };

    /// <summary>Keys of events; facts are of the key that they are about. Null, the default: all.</summary>
    public NamePatterns? Keys { get; init; }

    /// <summary>Names to poll by. Null, the default: all.</summary>
    public NamePatterns? Consumers { get; init; }

    /// <summary>True if there are keys that it may not see.</summary>
    public bool IsLimited => Keys is not null;

    /// <summary>True if it may send and see events of a key.</summary>
    public bool Allows(string key) => Keys is null || Keys.Contains(key);

    /// <summary>True if it may see a fact.</summary>
    public bool Allows(Output output) => Keys is null || Keys.Contains(GeniusOutputs.KeyOf(output));

    /// <summary>True if it may see a record: an event or a fact of a key of its own. What is neither, only those see who may see everything.</summary>
    public bool Allows(RecordedEvent recorded)
    {
        ArgumentNullException.ThrowIfNull(recorded);
        if (Keys is null) return true;
        if (ProcessedEvents.KeyOf(recorded.Stream) is { } key) return Keys.Contains(key);
        try
        {
            return GeniusOutputs.IsOutput(recorded) && GeniusOutputs.Read(recorded) is { } output && Keys.Contains(GeniusOutputs.KeyOf(output));
        }
        catch (MalformedEventException)
        {
            // Whose it is cannot be told.
            return false;
        }
    }

    /// <exception cref="RpcException">PERMISSION_DENIED: the key is none of the caller's.</exception>
    internal void RequireKey(string key)
    {
        if (!Allows(key)) throw Denied($"'{key}' is none of this caller's keys: it is limited to {Keys}.");
    }

    /// <exception cref="RpcException">PERMISSION_DENIED: the caller may see no key at all.</exception>
    internal void RequireAnyKey()
    {
        if (Keys?.IsEmpty == true) throw Denied("This caller may see the events of no key: its list of keys is empty, or its token has no claim of them.");
    }

    /// <exception cref="RpcException">PERMISSION_DENIED: there are keys that the caller may not see.</exception>
    internal void RequireAllKeys()
    {
        if (IsLimited) throw Denied($"Rules hold for the events of all keys, and this caller is limited to {Keys}: it may read and try them, not change them.");
    }

    /// <exception cref="RpcException">PERMISSION_DENIED: deliveries are of events that the caller may not see.</exception>
    internal void RequireDeliveries()
    {
        if (IsLimited) throw Denied($"Deliveries are of the events of all keys, and this caller is limited to {Keys}.");
    }

    /// <exception cref="RpcException">PERMISSION_DENIED: the caller may not poll by that name.</exception>
    internal void RequireConsumer(string consumer)
    {
        if (Consumers is not null && !Consumers.Contains(consumer)) throw CallErrors.Denied("LIMITED_TO_CONSUMERS", $"This caller may not poll as the consumer '{consumer}': it is limited to {Consumers}.");
    }

    /// <summary>What the caller asks for, of its own keys.</summary>
    internal Condition? Limit(Condition? condition) => (Keys, condition) switch
    {
        (null, _) => condition,
        ({ } keys, null) => keys.ToCondition(),
        ({ } keys, _) => keys.ToCondition() & condition,
    };

    private static RpcException Denied(string message) => CallErrors.Denied("LIMITED_TO_KEYS", message);
}
