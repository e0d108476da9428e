using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Keys;
using Genie.Extensions.Genius.Messages;
using Genie.Extensions.Genius.Rules;
using Genie.Geocoding;
using Google.Rpc;
using Grpc.Core;
using Microsoft.Extensions.Hosting;

namespace Genie.Extensions.Genius.AspNetCore.Services;

/// <summary>The gRPC service <c>genie.genius.v1.GeniusKeys</c> (<c>Protos/genie/genius/keys_service.proto</c>).</summary>
/// <param name="keys">Where keys are.</param>
/// <param name="options">Which keys a caller is limited to.</param>
/// <param name="lifetime">Ends calls when the host stops.</param>
public sealed class GeniusKeysService(KeyStates keys, GeniusGrpcOptions options, IHostApplicationLifetime lifetime) : GeniusKeys.GeniusKeysBase
{
    private const int FoundDefault = 100;
    private const int FoundMax = 1_000;

    /// <inheritdoc/>
    public override Task<FoundKeyEntry> GetKey(GetKeyRequest request, ServerCallContext context) => AnswerAsync(context, async cancellationToken =>
    {
        options.Of(context).RequireKey(request.Key);
        return await keys.GetAsync(request.Key, cancellationToken).ConfigureAwait(false) is { } state ? ToMessage(state) : throw CallErrors.Status(Code.NotFound, $"There is no event of '{request.Key}'.");
    });

    /// <inheritdoc/>
    public override Task<FindKeysResponse> FindKeys(FindKeysRequest request, ServerCallContext context) => AnswerAsync(context, async cancellationToken =>
    {
        var query = new KeyQuery
        {
            Where = ConditionOf(request.Where, context),
            Near = request.Near is { } near ? new GeoPoint(near.Latitude, near.Longitude) : null,
            MetresMax = request.MetresMax == 0 ? double.PositiveInfinity : request.MetresMax,
            KeysMax = CountOf(request.KeysMax),
            AfterKey = request.AfterKey,
        };
        var answer = new FindKeysResponse();
        var found = await keys.FindAsync(query, cancellationToken).ConfigureAwait(false);
        answer.IsCut = !answer.Keys.AddWithin(found.Select(static each => ToMessage(each.State, each.Metres)));
        return answer;
    });

    /// <inheritdoc/>
    public override Task<FindPairsResponse> FindPairs(FindPairsRequest request, ServerCallContext context) => AnswerAsync(context, async cancellationToken =>
    {
        var answer = new FindPairsResponse();
        var pairs = await keys.FindPairsAsync(ConditionOf(request.Where, context), request.MetresMax, CountOf(request.PairsMax), cancellationToken).ConfigureAwait(false);
        answer.IsCut = !answer.Pairs.AddWithin(pairs.Select(static pair => new FoundPairEntry { First = ToMessage(pair.First), Second = ToMessage(pair.Second), Metres = pair.Metres }));
        return answer;
    });

    private static int CountOf(int wanted) => wanted == 0 ? FoundDefault : Math.Min(wanted, FoundMax);

    private Condition? ConditionOf(KeyCondition? condition, ServerCallContext context)
    {
        var access = options.Of(context);
        access.RequireAnyKey();
        return access.Limit(condition?.ConditionCase switch
        {
            KeyCondition.ConditionOneofCase.Text => RuleMessages.Parse(condition.Text, "where.text"),
            KeyCondition.ConditionOneofCase.When => RuleCodec.FromMessage(new RuleDefinition { Id = "where", When = condition.When }).When,
            _ => null,
        });
    }

    private static FoundKeyEntry ToMessage(KeyState state, double? metres = null)
    {
        var entry = new FoundKeyEntry { Event = EventCodec.ToMessage(state.Event), Position = state.Position, Metres = metres ?? 0 };
        entry.Rules.AddRange(state.Rules);
        return entry;
    }

    private Task<T> AnswerAsync<T>(ServerCallContext context, Func<CancellationToken, Task<T>> answer) => CallErrors.AnswerAsync(context, answer, Translate, lifetime.ApplicationStopping);

    private static RpcException? Translate(Exception error) => error is TooManyKeysException ? CallErrors.Status(Code.FailedPrecondition, error.Message) : RuleMessages.StatusOf(error);
}
