using Genie.EventStore;
using Genie.Extensions.Genius.Hosting;
using Genie.Extensions.Genius.AspNetCore.Live;
using Genie.Extensions.Genius.Messages;
using Genie.Extensions.Genius.Rules;
using Grpc.Core;
using Microsoft.Extensions.Hosting;

namespace Genie.Extensions.Genius.AspNetCore.Services;

/// <summary>The gRPC service <c>genie.genius.v1.GeniusStatus</c> (<c>Protos/genie/genius/status_service.proto</c>).</summary>
/// <param name="processor">What is processed.</param>
/// <param name="engine">The rules that are fences, or define sequences.</param>
/// <param name="store">Whose last position is told.</param>
/// <param name="lifetime">Ends calls when the host stops.</param>
public sealed class GeniusStatusService(GeniusProcessor processor, RuleEngine engine, IEventStore store, IHostApplicationLifetime lifetime) : GeniusStatus.GeniusStatusBase
{
    private const int RuleSequencesMax = 500;

    private readonly FenceOutlines _outlines = new(engine);

    /// <inheritdoc/>
    public override Task<GetStatusResponse> GetStatus(GetStatusRequest request, ServerCallContext context) => AnswerAsync(context, async cancellationToken =>
    {
        var answer = new GetStatusResponse();
        answer.Backfills.AddRange(processor.Backfills.Select(static each => new BackfillEntry { Kind = each.Kind, Name = each.Name, Version = each.Version, Position = each.Position, IsLive = each.IsLive }));
        answer.Definitions.AddRange(processor.Windows.Select(static each => EntryOf("window", each.Definition.Name, each.Definition.Version)));
        answer.Definitions.AddRange(processor.Geofences.Select(static each => EntryOf("geofence", each.Definition.Name, each.Definition.Version)));
        answer.Definitions.AddRange(processor.Patterns.Select(static each => EntryOf("pattern", each.Definition.Name, each.Definition.Version)));

        var sequences = engine.Sequences.Definitions;
        var entries = sequences.OrderBy(static each => each.Name, StringComparer.Ordinal).Take(RuleSequencesMax).Select(static each => EntryOf("pattern", each.Name, each.Version));
        answer.HasMoreRuleSequences = !answer.RuleSequences.AddWithin(entries, PageLimit.BytesMax - answer.CalculateSize()) || sequences.Count > RuleSequencesMax;

        // Last: no backfill is beyond it.
        answer.Position = await store.GetPositionAsync(cancellationToken).ConfigureAwait(false);
        return answer;
    });

    /// <inheritdoc/>
    public override Task<ListFencesResponse> ListFences(ListFencesRequest request, ServerCallContext context) => AnswerAsync(context, _ =>
    {
        var (fences, hasMore) = _outlines.Of(processor.Geofences.Select(static each => each.Definition));
        var answer = new ListFencesResponse();
        var entries = fences.Select(static each => new FenceEntry
        {
            Geofence = each.Geofence.Name,
            DefinitionVersion = each.Geofence.Version,
            Fence = each.Fence,
            Rings = { each.Rings.Select(static ring => new FenceRing { Coordinates = { ring } }) },
        });
        answer.HasMore = !answer.Fences.AddWithin(entries) || hasMore;
        return Task.FromResult(answer);
    });

    private static DefinitionEntry EntryOf(string kind, string name, int version) => new() { Kind = kind, Name = name, Version = version };

    private Task<T> AnswerAsync<T>(ServerCallContext context, Func<CancellationToken, Task<T>> answer) => CallErrors.AnswerAsync(context, answer, static _ => null, lifetime.ApplicationStopping);
}
