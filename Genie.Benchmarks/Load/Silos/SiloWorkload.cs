using System.Buffers;
using Genie.Grains;
using Genie.Workload;
using Genie.Workload.Grains;
using Genie.Workload.Places;

namespace Genie.Benchmarks.Load.Silos;

/// <summary>Work that is done by the parties' grains in silos of this machine.</summary>
internal sealed class SiloWorkload : IWorkload, IAsyncDisposable
{
    // As long as the callers of a bench wait by default.
    private static readonly TimeSpan ResponseTimeout = TimeSpan.FromSeconds(10);

    private readonly SiloGroup _silos;
    private readonly SiloClient _client;
    private readonly EventSourcedWorkload _grains;

    private SiloWorkload(SiloGroup silos, SiloClient client, IWorkload inner) =>
        (_silos, _client, _grains) = (silos, client, new EventSourcedWorkload(inner, client.Parties, run: 0));

    /// <inheritdoc/>
    public Stages Stages => _grains.Stages;

    /// <summary>Starts the silos, and connects to them.</summary>
    /// <param name="inner">Writes requests and judges answers.</param>
    /// <param name="choice">How many silos, with which store and maps.</param>
    /// <param name="cancellationToken">Abandons it; what was started is ended.</param>
    /// <exception cref="GrainException">A silo did not start.</exception>
    public static async Task<SiloWorkload> StartAsync(IWorkload inner, WorkloadChoice choice, CancellationToken cancellationToken)
    {
        var silos = await SiloGroup.StartAsync(choice.Nodes, choice.ArePinned, choice.Among(choice.Nodes), cancellationToken).ConfigureAwait(false);
        try
        {
            return new SiloWorkload(silos, await SiloClient.ConnectAsync(silos.Silos, ResponseTimeout, gatewayRefresh: null, cancellationToken).ConfigureAwait(false), inner);
        }
        catch
        {
            await silos.DisposeAsync().ConfigureAwait(false);
            throw;
        }
    }

    /// <inheritdoc/>
    public IWorkload ForRun(ulong run) => _grains.ForRun(run);

    /// <inheritdoc/>
    public void WriteRequest(uint sender, ulong sequence, IBufferWriter<byte> request) => _grains.WriteRequest(sender, sequence, request);

    /// <inheritdoc/>
    public ValueTask HandleAsync(ReadOnlySequence<byte> request, IBufferWriter<byte> answer, CancellationToken cancellationToken) => _grains.HandleAsync(request, answer, cancellationToken);

    /// <inheritdoc/>
    public KnownPlace? PlaceOf(uint sender, ulong sequence) => _grains.PlaceOf(sender, sequence);

    /// <inheritdoc/>
    public bool IsRightAnswer(uint sender, ulong sequence, ReadOnlySpan<byte> answer) => _grains.IsRightAnswer(sender, sequence, answer);

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        await _client.DisposeAsync().ConfigureAwait(false);
        await _silos.DisposeAsync().ConfigureAwait(false);
    }
}
