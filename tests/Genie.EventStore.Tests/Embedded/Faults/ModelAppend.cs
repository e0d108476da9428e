namespace Genie.EventStore.Tests.Embedded.Faults;

/// <summary>An append of the simulation.</summary>
internal sealed record ModelAppend(ModelStream Stream, byte[][] Payloads, RequestKey? Key)
{
    public AppendRequest Request => new(Stream.Name, Payloads.Select(payload => new NewEvent("happened", payload)).ToArray()) { Key = Key };
}
