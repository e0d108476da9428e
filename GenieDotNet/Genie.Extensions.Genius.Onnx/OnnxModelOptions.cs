namespace Genie.Extensions.Genius.Onnx;

/// <summary>Which models rules may ask.</summary>
public sealed record OnnxModelOptions
{
    /// <summary>The folder whose files <c>*.onnx</c> are models, each by the name of its file: <c>model("fraud.onnx", …)</c>. Folders in it do not count.</summary>
    public required string Folder { get; init; }

    /// <summary>How often the folder is looked at for files that came or changed. Default 1 s.</summary>
    public TimeSpan Interval { get; init; } = TimeSpan.FromSeconds(1);

    /// <summary>The most bytes that a file may have; a larger one is refused. Default 256 MiB.</summary>
    public long FileBytesMax { get; init; } = 256 << 20;
}
