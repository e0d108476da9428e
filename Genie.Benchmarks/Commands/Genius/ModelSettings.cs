using Genie.Extensions.Genius.Onnx;
using Microsoft.Extensions.DependencyInjection;

namespace Genie.Benchmarks.Commands.Genius;

/// <summary>Models that rules may ask, as settings have them.</summary>
internal sealed class ModelSettings
{
    /// <summary>The folder whose files <c>*.onnx</c> are models.</summary>
    public string Folder { get; set; } = "";

    /// <summary>How often the folder is looked at; null: as often as the library does.</summary>
    public TimeSpan? Interval { get; set; }

    /// <summary>The most bytes of a file; null: the library's limit.</summary>
    public long? FileBytesMax { get; set; }

    /// <summary>Makes them known to the host's rules.</summary>
    /// <exception cref="BadArgumentException">This installation cannot run models.</exception>
    public void AddTo(IServiceCollection services)
    {
        var options = new OnnxModelOptions { Folder = Path.GetFullPath(Folder) };
        try
        {
            services.AddGeniusOnnxModels(options with { Interval = Interval ?? options.Interval, FileBytesMax = FileBytesMax ?? options.FileBytesMax });
        }
        catch (OnnxRuntimeMissingException error)
        {
            throw new BadArgumentException(
                $"Models: {error.Message} The command of a checkout and the image, both built on a machine of this kind, have it; a build for others names them, as -p:GenieModelSystems=linux-arm64 (docs/genius-server.md).", error);
        }
    }

    /// <exception cref="BadArgumentException">A setting makes no sense.</exception>
    internal void Check()
    {
        if (Folder.Length == 0) throw new BadArgumentException("Models needs a Folder, whose files *.onnx are models.");
        if (Interval <= TimeSpan.Zero) throw new BadArgumentException("Models: Interval is longer than nothing.");
        if (FileBytesMax < 1) throw new BadArgumentException("Models: FileBytesMax is at least 1.");
    }
}
