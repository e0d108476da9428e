using System.Runtime.InteropServices;
using Microsoft.ML.OnnxRuntime;

namespace Genie.Extensions.Genius.Onnx;

/// <summary>ONNX Runtime does not load in this process: its native library for this machine is not in the application's folder, or does not fit the machine.</summary>
/// <param name="inner">What the system says.</param>
public sealed class OnnxRuntimeMissingException(Exception inner) : Exception(
    $"ONNX Runtime does not load: this application has no library of it that runs on {RuntimeInformation.RuntimeIdentifier}. The package Microsoft.ML.OnnxRuntime has those of Windows, of Linux with glibc and of macOS on ARM; publish for one of these.", inner)
{
    /// <summary>Always false: the application must be published with it.</summary>
    public static bool IsTransient => false;

    /// <exception cref="OnnxRuntimeMissingException">It does not load.</exception>
    internal static void ThrowIfMissing()
    {
        try
        {
            _ = OrtEnv.Instance();
        }
        catch (Exception error) when (error is TypeInitializationException or DllNotFoundException or EntryPointNotFoundException or BadImageFormatException)
        {
            throw new OnnxRuntimeMissingException(error);
        }
    }
}
