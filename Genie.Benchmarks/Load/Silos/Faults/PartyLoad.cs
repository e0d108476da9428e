using System.Buffers;
using Genie.Benchmarks.Load.Faults;
using Genie.EventStore;
using Genie.Grains;
using Genie.Workload;

namespace Genie.Benchmarks.Load.Silos.Faults;

/// <summary>Senders that ask parties' grains.</summary>
/// <param name="plan">How many, and how fast.</param>
/// <param name="workload">Writes requests, has grains handle them, and judges answers.</param>
internal sealed class PartyLoad(SiloFaultPlan plan, IWorkload workload) : RepeatingLoad(plan.Senders, plan.Pause)
{
    protected override async Task<bool> TryAskAsync(int sender, ulong sequence, CancellationToken cancellationToken)
    {
        var (request, answer) = (new ArrayBufferWriter<byte>(), new ArrayBufferWriter<byte>());
        workload.WriteRequest((uint)sender, sequence, request);
        try
        {
            await workload.HandleAsync(new ReadOnlySequence<byte>(request.WrittenMemory), answer, cancellationToken).ConfigureAwait(false);
        }
        catch (Exception error) when (error is GrainException { IsTransient: true } or EventStoreException)
        {
            NoteError($"{error.GetType().Name}: {(error.InnerException ?? error).GetType().Name}");
            return false;
        }

        return workload.IsRightAnswer((uint)sender, sequence, answer.WrittenSpan) ? true : throw new InvalidDataException($"The answer to request {sequence} of sender {sender} is wrong.");
    }
}
