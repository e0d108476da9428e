using System.Text.Json.Serialization;

namespace Genie.EventStore.Subscriptions;

/// <summary>An event that a group gave up after its last attempt.</summary>
/// <param name="Stream">Its stream.</param>
/// <param name="Version">Its version in it, by which it can be read.</param>
/// <param name="Position">Its position in the global order.</param>
/// <param name="Type">Its type.</param>
/// <param name="Error">What the handler said at the last attempt.</param>
public sealed record ParkedEvent(string Stream, long Version, long Position, string Type, string Error);

/// <summary>Its JSON.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase)]
[JsonSerializable(typeof(ParkedEvent))]
internal sealed partial class ParkedJson : JsonSerializerContext;
