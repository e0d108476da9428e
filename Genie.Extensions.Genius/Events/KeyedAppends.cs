using Genie.EventStore;

namespace Genie.Extensions.Genius.Events;

/// <summary>Appends whose events say all that their request said: the same key with other events is another request.</summary>
internal static class KeyedAppends
{
    /// <summary>Appends; a repetition is compared with what the key stands for, as far as that is still there.</summary>
    /// <exception cref="RequestKeyReusedException">The key is known for other events.</exception>
    public static async ValueTask AppendSameAsync(this IEventStore store, AppendRequest request, CancellationToken cancellationToken)
    {
        var result = await store.AppendAsync(request, cancellationToken).ConfigureAwait(false);
        if (result.IsRepeat && !await IsSameAsync(store, request, result, cancellationToken).ConfigureAwait(false)) throw new RequestKeyReusedException(request.Stream, request.Key!.Value);
    }

    private static async ValueTask<bool> IsSameAsync(IEventStore store, AppendRequest request, AppendResult first, CancellationToken cancellationToken)
    {
        if (first.LastVersion - first.FirstVersion + 1 != request.Events.Length) return false;
        try
        {
            await foreach (var each in store.ReadStreamAsync(request.Stream, first.FirstVersion, cancellationToken).ConfigureAwait(false))
            {
                if (each.Version > first.LastVersion) break;
                var again = request.Events.Span[(int)(each.Version - first.FirstVersion)];
                if (again.Type != each.Type || !again.Payload.Span.SequenceEqual(each.Payload.Span)) return false;
            }
        }
        catch (EventsCompactedException)
        {
            // What is not there any more cannot be compared.
        }

        return true;
    }
}
