using System.Diagnostics.CodeAnalysis;
using Genie.Brokers.Encryption.Protocol;
using Genie.Genuine;
using Genie.Genuine.Handshake;
using Genie.Genuine.Identities;

namespace Genie.Brokers.Encryption.Sending;

/// <summary>A connection's side: asks for the listener's bundle when the first message goes, and again now and then.</summary>
internal sealed class Peer(IBrokerConnection connection, string broker, string channel, PreKeys preKeys, PublicIdentity listener, EncryptionOptions options) : IDisposable
{
    private readonly SemaphoreSlim _gate = new(1, 1);
    private readonly List<Agreement> _former = [];
    private readonly CancellationTokenSource _disposing = new();
    private Agreement? _agreed;
    private int _waiting;
    private int _refreshing;

    public PublicIdentity Listener => listener;

    public string Channel => channel;

    /// <summary>The agreement, if there is one and nobody waits for it any more.</summary>
    public bool TryGet([NotNullWhen(true)] out Agreement? agreed)
    {
        agreed = Volatile.Read(ref _agreed);
        if (agreed is null || Volatile.Read(ref _waiting) != 0) return false;
        if (options.Clock.GetElapsedTime(agreed.Fetched) > options.RefreshPeriod && Interlocked.Exchange(ref _refreshing, 1) == 0) _ = RefreshAsync(agreed);
        return true;
    }

    /// <summary>Waits behind those that came before. Dispose it to let the next one in.</summary>
    public async ValueTask<Entry> EnterAsync(CancellationToken cancellationToken)
    {
        Interlocked.Increment(ref _waiting);
        try
        {
            await _gate.WaitAsync(cancellationToken).ConfigureAwait(false);
            return new Entry(this);
        }
        catch
        {
            Interlocked.Decrement(ref _waiting);
            throw;
        }
    }

    /// <summary>The agreement, made now if there is none. Only between <see cref="EnterAsync"/> and its end.</summary>
    /// <param name="former">One that the listener does not know any more, or null.</param>
    /// <param name="cancellationToken">Abandons it.</param>
    /// <exception cref="EncryptionException">The listener is another than it should be.</exception>
    public async ValueTask<Agreement> AgreeAsync(Agreement? former, CancellationToken cancellationToken)
    {
        if (_agreed is { } other && other != former) return other;
        return Replace(await AskAsync(cancellationToken).ConfigureAwait(false));
    }

    public void Dispose()
    {
        _disposing.Cancel();
        lock (_former)
        {
            foreach (var former in _former) former.Dispose();
        }

        _agreed?.Dispose();
    }

    private async ValueTask<Welcome> AskAsync(CancellationToken cancellationToken)
    {
        using var answer = await connection.RequestAsync(new[] { MessageKind.Hello }, cancellationToken).ConfigureAwait(false);
        try
        {
            return Welcome.Decode(answer.Payload.Span, listener) ?? throw new EncryptionException(broker, "what listens there speaks no encryption, or another version of it");
        }
        catch (GenuineException error)
        {
            throw new EncryptionException(broker, "the listener is another than it should be", error);
        }
    }

    private Agreement Replace(Welcome welcome)
    {
        Agreement fresh;
        try
        {
            fresh = new Agreement(welcome, preKeys, channel, options);
        }
        catch (KeyRefusedException error)
        {
            throw new EncryptionException(broker, "the listener's prekeys have expired: it is not the listener who answers, or its clock is wrong", error);
        }

        // Not disposed yet: requests under way await their answers in it.
        lock (_former)
        {
            if (_agreed is { } former) _former.Add(former);
        }

        Volatile.Write(ref _agreed, fresh);
        return fresh;
    }

    // A listener that lost its memory cannot tell those who only send to it: they ask, and meanwhile go on with what they have.
    private async Task RefreshAsync(Agreement agreed)
    {
        try
        {
            agreed.Fetched = options.Clock.GetTimestamp();
            var welcome = await AskAsync(_disposing.Token).ConfigureAwait(false);
            using var entry = await EnterAsync(_disposing.Token).ConfigureAwait(false);
            if (_agreed == agreed && !agreed.IsOf(welcome)) Replace(welcome);
        }
        catch (Exception error) when (error is BrokerException or OperationCanceledException or ObjectDisposedException)
        {
            // Asked again after the next period; until then letters go to the prekeys that were signed for them.
        }
        finally
        {
            Volatile.Write(ref _refreshing, 0);
        }
    }

    /// <summary>Held while one agrees or begins to send.</summary>
    internal readonly struct Entry(Peer owner) : IDisposable
    {
        public void Dispose()
        {
            owner._gate.Release();
            Interlocked.Decrement(ref owner._waiting);
        }
    }
}
