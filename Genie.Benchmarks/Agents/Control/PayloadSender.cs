using Genie.Benchmarks.Agents.Links;
using Genie.Benchmarks.Load;

namespace Genie.Benchmarks.Agents.Control;

/// <summary>Gives an agent the user's payloads, once each.</summary>
/// <param name="agent">The agent.</param>
internal sealed class PayloadSender(AgentConnection agent)
{
    // In base64 it is well within a line.
    private const int PartBytes = 32 << 10;

    private readonly Dictionary<string, PayloadFile> _sent = [];

    /// <summary>Sends it, unless the agent has it.</summary>
    /// <returns>What it is there.</returns>
    /// <exception cref="AgentException">It was refused, or the agent is lost.</exception>
    /// <exception cref="IOException">It cannot be read, or has changed.</exception>
    public async Task<PayloadFile> SendAsync(PayloadFile file, CancellationToken cancellationToken)
    {
        if (_sent.TryGetValue(file.Sha256, out var known)) return known;
        var messages = file.Read();
        using var packed = new MemoryStream();
        foreach (var part in PackedMessages.Parts(messages)) packed.Write(part.Span);
        var path = await SendPartsAsync(file.Name, packed.GetBuffer().AsMemory(0, (int)packed.Length), cancellationToken).ConfigureAwait(false);
        return _sent[file.Sha256] = file with { Path = path, IsPacked = messages.Count > 1 };
    }

    private async Task<string> SendPartsAsync(string name, ReadOnlyMemory<byte> bytes, CancellationToken cancellationToken)
    {
        var path = "";
        for (var offset = 0; offset < bytes.Length; offset += PartBytes)
        {
            var part = bytes.Slice(offset, Math.Min(PartBytes, bytes.Length - offset));
            path = (await agent.AskAsync(new AgentRequest { Verb = AgentVerb.Keep, Name = name, Offset = offset, Data = part.ToArray() }, cancellationToken).ConfigureAwait(false)).Path;
        }

        return path;
    }
}
