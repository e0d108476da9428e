namespace Genie.Rpc.Quic;

/// <summary>What a stream that carries calls of the other side is, whatever the context's type.</summary>
internal abstract class ServingStream
{
    private static readonly AsyncLocal<ServingStream?> Ambient = new();

    /// <summary>The stream whose call is being handled.</summary>
    public static ServingStream? Current
    {
        get => Ambient.Value;
        protected set => Ambient.Value = value;
    }

    /// <summary>Ends the stream if the other side has been silent for too long.</summary>
    /// <param name="nowMilliseconds">The tick count.</param>
    public abstract void EndIfSilent(long nowMilliseconds);

    /// <summary>Ends the stream after the call that it carries; one that carries none is ended at once.</summary>
    public abstract void Stop();
}
