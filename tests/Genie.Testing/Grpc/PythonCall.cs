namespace Genie.Testing.Grpc;

/// <summary>A call for the peer to make; names as its JSON has them.</summary>
public sealed record PythonCall(string Target, string Kind, string Path, IReadOnlyList<byte[]> Requests)
{
    public PythonTls? Tls { get; init; }

    public double? Timeout { get; init; }

    public int? CancelAfter { get; init; }

    public bool Gzip { get; init; }

    public bool Lockstep { get; init; }

    public IReadOnlyList<string[]>? Metadata { get; init; }
}

/// <summary>PEM files.</summary>
public sealed record PythonTls(string Ca, string? Certificate = null, string? Key = null);

/// <summary>What the peer saw.</summary>
public sealed record PythonResult(string Code, string? Details, IReadOnlyList<byte[]> Messages, IReadOnlyList<string[]> Initial, IReadOnlyList<string[]> Trailing)
{
    public byte[] TrailingBytes(string key) => Convert.FromBase64String(Trailing.Single(pair => pair[0] == key)[1]);

    public byte[] InitialBytes(string key) => Convert.FromBase64String(Initial.Single(pair => pair[0] == key)[1]);
}
