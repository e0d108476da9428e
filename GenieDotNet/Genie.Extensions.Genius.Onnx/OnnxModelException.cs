namespace Genie.Extensions.Genius.Onnx;

/// <summary>A file that is no model which rules can ask. What was known of the model stays.</summary>
/// <param name="path">The file.</param>
/// <param name="reason">What is wrong, and what is expected.</param>
/// <param name="inner">What found it.</param>
public sealed class OnnxModelException(string path, string reason, Exception? inner = null) : Exception($"'{path}' is no model for rules: {reason}", inner)
{
    /// <summary>What is wrong, and what is expected, without the file's path.</summary>
    public string Reason => reason;

    /// <summary>Always false: the file must be changed.</summary>
    public static bool IsTransient => false;
}
