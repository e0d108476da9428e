namespace Genie.Benchmarks.Load.Calls;

/// <summary>Answers calls without argument and result on 127.0.0.1, TLS 1.3.</summary>
internal interface ICallServer : IAsyncDisposable
{
    /// <summary>Its port.</summary>
    int Port { get; }
}
