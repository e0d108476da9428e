using Genie.Workload;

namespace Genie.Benchmarks.Load.Ladders;

/// <summary>One step of the overhead ladder of a system: everything of the step below, and one thing more.</summary>
/// <param name="Name">What is added.</param>
/// <param name="Client">Through which client.</param>
/// <param name="Stages">How much of the work is done.</param>
/// <param name="Encrypt">True if payloads are encrypted.</param>
internal sealed record LadderStep(string Name, string Client, Stages Stages, bool Encrypt = false)
{
    /// <summary>The name of the floor, which is no system's.</summary>
    public const string Floor = "raw loopback socket";

    private const string Wire = "wire";
    private const string Official = "official";

    /// <summary>The steps of a system above the floor, from the least to all.</summary>
    /// <param name="clients">The clients it can be reached with. The work is measured through the official one where there is one.</param>
    public static IReadOnlyList<LadderStep> Of(IReadOnlyCollection<string> clients)
    {
        if (clients.Count == 0) return [];
        var others = clients.Where(client => client != Wire).ToList();

        // Another library with a protocol of its own, as LiteNetLib has, stands beside the wire driver and not above it.
        var top = others.Contains(Official) ? Official : clients.Contains(Wire) ? Wire : others[0];
        List<LadderStep> steps = [];
        if (clients.Contains(Wire)) steps.Add(new LadderStep("wire driver and broker", Wire, Stages.Transport));
        if (top != Wire) steps.Add(new LadderStep($"{top} client", top, Stages.Transport));
        steps.Add(new LadderStep("+ geocode", top, Stages.Geocode));
        steps.Add(new LadderStep("+ change capture, Avro", top, Stages.Full));
        steps.Add(new LadderStep("+ grains", top, Stages.Grains));
        steps.Add(new LadderStep("+ encryption", top, Stages.Grains, Encrypt: true));
        return steps;
    }
}
