using System.Buffers;
using Genie.Benchmarks.Load.Silos;
using Genie.Benchmarks.Load.Workers;
using Genie.Brokers;
using Genie.Brokers.Frame;
using Genie.Servers;
using Genie.Workload;
using Genie.Workload.Places;

namespace Genie.Benchmarks.Load.Members;

/// <summary>
/// Work that is done by the parties' grains in the members of a Proto.Actor cluster on this machine: each party's virtual grain of the channel is
/// active on one member, which keeps the party's.
/// </summary>
internal sealed class MemberWorkload : IWorkload, IAsyncDisposable
{
    /// <summary>Requests that a member handles at once.</summary>
    public const int Concurrency = 64;

    // Many for each member, so that they are spread evenly.
    private const int Partitions = 64;

    private readonly Shared _shared;
    private readonly ulong _run;

    private MemberWorkload(Shared shared, ulong run) => (_shared, _run) = (shared, run);

    /// <inheritdoc/>
    public Stages Stages => Stages.Grains;

    /// <summary>Starts the members, and joins them as a client.</summary>
    /// <param name="inner">Writes requests and judges answers.</param>
    /// <param name="choice">How many members, with which store and maps.</param>
    /// <param name="cancellationToken">Abandons it; what was started is ended.</param>
    /// <exception cref="BrokerException">A member did not start, or the cluster was not joined.</exception>
    public static async Task<MemberWorkload> StartAsync(IWorkload inner, WorkloadChoice choice, CancellationToken cancellationToken)
    {
        var channel = $"genie-grains-{RunNumber.Next():x}";
        var cluster = new BrokerChoice
        {
            Broker = "protoactor",
            Client = "cluster",
            Partitions = Partitions,
            Settings = new Dictionary<string, string> { ["url"] = $"protoactor://127.0.0.1:{Ports.PickFree()}", ["streams"] = "1", ["cluster-name"] = channel },
        };
        var shared = new Shared(inner, WorkerFactory.CreateBroker(cluster));
        try
        {
            // The first is the seed node, by which the others join.
            for (var i = 0; i < choice.Nodes; i++)
                shared.Members.Add(await MemberProcess.StartAsync(cluster, channel, choice.Among(choice.Nodes), Pinning.ProcessorOf(i, choice.ArePinned), cancellationToken).ConfigureAwait(false));
            shared.Connection = await shared.Broker.ConnectAsync(channel, new ConnectionOptions(), cancellationToken).ConfigureAwait(false);
            return new MemberWorkload(shared, run: 0);
        }
        catch
        {
            await shared.DisposeAsync().ConfigureAwait(false);
            throw;
        }
    }

    /// <inheritdoc/>
    /// <remarks>With the same members: dispose of one of the two.</remarks>
    public IWorkload ForRun(ulong run) => new MemberWorkload(_shared, run);

    /// <inheritdoc/>
    public void WriteRequest(uint sender, ulong sequence, IBufferWriter<byte> request) => _shared.Inner.WriteRequest(sender, sequence, request);

    /// <inheritdoc/>
    public KnownPlace? PlaceOf(uint sender, ulong sequence) => _shared.Inner.PlaceOf(sender, sequence);

    /// <inheritdoc/>
    public bool IsRightAnswer(uint sender, ulong sequence, ReadOnlySpan<byte> answer) => _shared.Inner.IsRightAnswer(sender, sequence, answer);

    /// <inheritdoc/>
    public async ValueTask HandleAsync(ReadOnlySequence<byte> request, IBufferWriter<byte> answer, CancellationToken cancellationToken)
    {
        var message = RequestReader.Read(request);
        var frame = new MessageFrame(_run, message.Sender, message.Sequence, 0);
        var framed = ArrayPool<byte>.Shared.Rent(MessageFrame.HeaderBytes + (int)request.Length);
        try
        {
            var sent = framed.AsMemory(0, MessageFrame.HeaderBytes + (int)request.Length);
            request.CopyTo(sent.Span[MessageFrame.HeaderBytes..]);
            frame.Seal(sent.Span);
            using var reply = await _shared.Connection!.RequestAsync(sent, cancellationToken).ConfigureAwait(false);
            var status = MessageFrame.Read(reply.Payload.Span, out var echo, out var payload);
            if (status != FrameStatus.Intact || echo != frame) throw new BrokerException($"A member's answer is not the request's: {status}, {echo}.", isTransient: false);
            answer.Write(payload);
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(framed);
        }
    }

    /// <inheritdoc/>
    public ValueTask DisposeAsync() => _shared.DisposeAsync();

    private sealed class Shared(IWorkload inner, IBroker broker) : IAsyncDisposable
    {
        public IWorkload Inner => inner;

        public IBroker Broker => broker;

        public IBrokerConnection? Connection { get; set; }

        public List<MemberProcess> Members { get; } = [];

        public async ValueTask DisposeAsync()
        {
            if (Connection is not null) await Connection.DisposeAsync().ConfigureAwait(false);
            await broker.DisposeAsync().ConfigureAwait(false);
            await Task.WhenAll(Members.Select(member => member.DisposeAsync().AsTask())).ConfigureAwait(false);
        }
    }
}
