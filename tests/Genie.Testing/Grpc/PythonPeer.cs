using System.Diagnostics;
using System.Text;
using System.Text.Json;

namespace Genie.Testing.Grpc;

/// <summary>gRPC's own C core through Python (Debian: python3-grpcio), one process for the calls of a test class.</summary>
public sealed class PythonPeer : IDisposable
{
    // What a pipe of Linux holds; a process' own readers and writers pass 4 KiB at a time from thread to thread, which takes minutes for megabytes on a busy machine.
    private const int PipeBytes = 64 << 10;

    private static readonly JsonSerializerOptions Json = new(JsonSerializerDefaults.Web);
    private static readonly PythonScript Script = new("grpc", "python3-grpcio");

    private readonly SemaphoreSlim _turn = new(1, 1);
    private Process? _process;
    private StreamReader? _answers;

    /// <summary>A Python that has gRPC, or null.</summary>
    public static string? Executable => Script.Executable;

    /// <summary>Why tests with it must be skipped, or null; in CI, where it can be installed, an error.</summary>
    public static string? WhyUnavailable() => Script.WhyUnavailable();

    /// <summary>Makes a call.</summary>
    public async Task<PythonResult> CallAsync(PythonCall call)
    {
        await _turn.WaitAsync();
        try
        {
            _process ??= Script.Start("grpc_peer.py");
            _answers ??= new StreamReader(_process.StandardOutput.BaseStream, Encoding.UTF8, detectEncodingFromByteOrderMarks: false, PipeBytes);
            await _process.StandardInput.BaseStream.WriteAsync((byte[])[.. JsonSerializer.SerializeToUtf8Bytes(call, Json), (byte)'\n']);
            await _process.StandardInput.BaseStream.FlushAsync();
            var line = await _answers.ReadLineAsync() ?? throw new InvalidOperationException(await _process.StandardError.ReadToEndAsync());
            return JsonSerializer.Deserialize<PythonResult>(line, Json)!;
        }
        finally
        {
            _turn.Release();
        }
    }

    public void Dispose()
    {
        if (_process is null) return;
        _process.StandardInput.Close();
        _process.WaitForExit();
        _answers?.Dispose();
        _process.Dispose();
        _turn.Dispose();
    }
}
