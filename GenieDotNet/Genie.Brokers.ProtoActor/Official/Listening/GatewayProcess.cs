using System.Collections.Concurrent;
using Genie.Brokers.ProtoActor.Official.Messages;
using Genie.Brokers.Sharing;
using Proto;
using Proto.Mailbox;

namespace Genie.Brokers.ProtoActor.Official.Listening;

/// <summary>
/// Where a process takes messages: puts each into the mailbox of its channel's actor, on the thread that brings it. A
/// channel whose listeners are busy so holds no other channel up.
/// </summary>
internal sealed class GatewayProcess : Process
{
    /// <summary>Its name, by which other processes address it.</summary>
    public const string Id = "genie";

    private readonly ConcurrentDictionary<string, PID> _actors = new();
    private readonly Props _props;

    private GatewayProcess(ActorSystem system)
        : base(system) => _props = Props.FromProducer(() => new ChannelActor(Listeners));

    /// <summary>The listeners here, chosen round robin.</summary>
    public ChannelListeners<ActorListener> Listeners { get; } = new();

    /// <summary>Opens the gateway of an actor system.</summary>
    public static GatewayProcess Open(ActorSystem system)
    {
        var gateway = new GatewayProcess(system);
        system.ProcessRegistry.TryAdd(Id, gateway);
        return gateway;
    }

    /// <summary>Registers a listener; the channel's actor is there from now on.</summary>
    public void Add(string channel, ActorListener listener)
    {
        Listeners.Add(channel, listener);
        _actors.GetOrAdd(channel, static (_, gateway) => gateway.System.Root.Spawn(gateway._props), this);
    }

    protected override void SendUserMessage(PID pid, object message)
    {
        var (content, sender, _) = MessageEnvelope.Unwrap(message);
        if (content is not ActorRequest request) return;
        if (_actors.TryGetValue(request.Channel, out var actor)) System.Root.Send(actor, message);
        else if (request.Kind != ActorRequestKind.OneWay) new ActorRoute(System, sender, request.Correlation).Answer(null);
    }

    protected override void SendSystemMessage(PID pid, SystemMessage message)
    {
        // It is no actor: nobody stops or watches it.
    }
}
