namespace RpcUnary;

/// <summary>A client and a server of one library in this process, connected over loopback, TLS 1.3.</summary>
internal interface ICallPair : IAsyncDisposable
{
    string Name { get; }

    /// <summary>One call and its answer, which is checked. Safe for as many callers at a time as the pair was made for.</summary>
    /// <param name="caller">The caller's number, from 0.</param>
    ValueTask CallAsync(int caller);
}
