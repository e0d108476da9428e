namespace Genie.Benchmarks.Load.Calls;

/// <summary>Answers calls without argument and result; TLS 1.3.</summary>
internal interface ICallServer : IAsyncDisposable
{
    /// <summary>Its port.</summary>
    int Port { get; }
}
