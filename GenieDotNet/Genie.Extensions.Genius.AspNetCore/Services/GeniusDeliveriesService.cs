using Genie.EventStore;
using Genie.Extensions.Genius.Delivery.Push;
using Genie.Extensions.Genius.Messages;
using Google.Protobuf.WellKnownTypes;
using Google.Rpc;
using Grpc.Core;
using Microsoft.Extensions.Hosting;

namespace Genie.Extensions.Genius.AspNetCore.Services;

/// <summary>The gRPC service <c>genie.genius.v1.GeniusDeliveries</c> (<c>Protos/genie/genius/deliveries_service.proto</c>).</summary>
/// <param name="workers">The host's deliveries.</param>
/// <param name="store">The events of dead letters.</param>
/// <param name="options">Callers who are limited to keys see nothing of it.</param>
/// <param name="lifetime">Ends calls when the host stops.</param>
public sealed class GeniusDeliveriesService(IEnumerable<DeliveryWorker> workers, IEventStore store, GeniusGrpcOptions options, IHostApplicationLifetime lifetime)
    : GeniusDeliveries.GeniusDeliveriesBase
{
    private const int PageDefault = 100;
    private const int PageMax = 1_000;

    private readonly SortedDictionary<string, DeliveryWorker> _workers = new(workers.ToDictionary(static each => each.Subscription), StringComparer.Ordinal);

    /// <inheritdoc/>
    public override Task<ListDeliveriesResponse> ListDeliveries(ListDeliveriesRequest request, ServerCallContext context) => AnswerAsync(context, async cancellationToken =>
    {
        var answer = new ListDeliveriesResponse();
        List<DeliveryEntry> entries = [];
        foreach (var (subscription, worker) in _workers)
        {
            if (string.CompareOrdinal(subscription, request.AfterSubscription) > 0) entries.Add(ToMessage(await worker.ReadStatusAsync(cancellationToken).ConfigureAwait(false)));
        }

        answer.HasMore = !answer.Deliveries.AddWithin(entries);
        return answer;
    });

    /// <inheritdoc/>
    public override Task<ListDeadLettersResponse> ListDeadLetters(ListDeadLettersRequest request, ServerCallContext context) => AnswerAsync(context, async cancellationToken =>
    {
        CallErrors.RequireAtLeastZero("letters_max", request.LettersMax);
        var count = request.LettersMax == 0 ? PageDefault : Math.Min(request.LettersMax, PageMax);
        var letters = await WorkerOf(request.Subscription).ReadDeadLettersAsync(cancellationToken).ConfigureAwait(false);
        var page = letters.Where(each => each.Position > request.AfterPosition).Take(count + 1).ToList();
        var answer = new ListDeadLettersResponse();
        List<DeadLetterEntry> entries = [];
        foreach (var letter in page.Take(count)) entries.Add(await ToMessageAsync(letter, cancellationToken).ConfigureAwait(false));
        answer.HasMore = !answer.Letters.AddWithin(entries) || page.Count > count;
        return answer;
    });

    /// <inheritdoc/>
    public override Task<RequeueDeadLettersResponse> RequeueDeadLetters(RequeueDeadLettersRequest request, ServerCallContext context) => AnswerAsync(context, async cancellationToken =>
    {
        if (request.All == request.Positions.Count > 0) throw new ArgumentException("Positions of dead letters are needed, or all of them: one of the two.");
        var worker = WorkerOf(request.Subscription);
        var requeued = await worker.RequeueAsync(request.All ? null : request.Positions, cancellationToken).ConfigureAwait(false);
        return new RequeueDeadLettersResponse { Requeued = requeued, Dead = (await worker.ReadStatusAsync(cancellationToken).ConfigureAwait(false)).Dead };
    });

    private DeliveryWorker WorkerOf(string subscription) =>
        _workers.GetValueOrDefault(subscription) ?? throw CallErrors.Status(Code.NotFound, $"There is no delivery '{subscription}' on this server.");

    private static DeliveryEntry ToMessage(DeliveryStatus status) => new()
    {
        Subscription = status.Subscription,
        Receiver = status.Receiver,
        Floor = status.Floor,
        Waiting = status.Waiting,
        Dead = status.Dead,
        NextDue = status.Next is { Attempts: > 0 } next ? next.Due.ToTimestamp() : null,
        NextReason = status.Next?.Reason ?? "",
    };

    private async Task<DeadLetterEntry> ToMessageAsync(DeadLetter letter, CancellationToken cancellationToken)
    {
        var entry = new DeadLetterEntry { Position = letter.Position, Attempts = letter.Attempts, Reason = letter.Reason };
        await foreach (var each in store.ReadAllAsync(letter.Position - 1, cancellationToken).ConfigureAwait(false))
        {
            if (each.Position == letter.Position) (entry.Stream, entry.Type, entry.RecordedAt) = (each.Stream, each.Type, each.RecordedAt.ToTimestamp());
            break;
        }

        return entry;
    }

    private Task<T> AnswerAsync<T>(ServerCallContext context, Func<CancellationToken, Task<T>> answer)
    {
        options.Of(context).RequireDeliveries();
        return CallErrors.AnswerAsync(context, answer, static error => error is ArgumentException ? CallErrors.InvalidArgument(error) : null, lifetime.ApplicationStopping);
    }
}
