namespace Genie.Brokers.ProtoActor.Official.Sending;

/// <summary>A message whose sender waits for room.</summary>
/// <param name="message">Null for one who only waits for its turn.</param>
internal sealed class WaitingSend(ReadOnlyMemory<byte>? message)
{
    private readonly TaskCompletionSource _sent = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private int _isClaimed;

    public ReadOnlyMemory<byte>? Message => message;

    /// <summary>True for the one who may end it: by sending, failing or cancelling it.</summary>
    public bool TryClaim() => Interlocked.Exchange(ref _isClaimed, 1) == 0;

    public void Complete() => _sent.SetResult();

    public void Fail(Exception error)
    {
        if (TryClaim()) _sent.SetException(error);
    }

    public async ValueTask WaitAsync(CancellationToken cancellationToken)
    {
        await using var registration = cancellationToken.UnsafeRegister(
            static (state, token) =>
            {
                var send = (WaitingSend)state!;
                if (send.TryClaim()) send._sent.SetCanceled(token);
            },
            this).ConfigureAwait(false);
        await _sent.Task.ConfigureAwait(false);
    }
}
