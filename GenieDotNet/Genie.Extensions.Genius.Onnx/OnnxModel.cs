using System.Collections.Concurrent;
using Genie.Extensions.Genius.Rules.Operands;
using Genie.Extensions.Genius.Rules.Resources;
using Microsoft.ML.OnnxRuntime;

namespace Genie.Extensions.Genius.Onnx;

/// <summary>
/// A model of an ONNX file (onnx.ai), run by ONNX Runtime on the processor: one session for all threads, no threads of its own. Its input is one tensor of floats or doubles, of N features or of 1 (or any number of) rows of
/// N; its score is the last element of its last output that is a tensor of floats or doubles: of a classifier of two classes that gives probabilities, the probability of the second. Safe for concurrent callers.
/// </summary>
public sealed class OnnxModel : IRuleModel, IDisposable
{
    private readonly InferenceSession _session;
    private readonly OnnxSignature _signature;

    // As many as threads ever asked at once.
    private readonly ConcurrentBag<OnnxCall> _calls = [];

    private OnnxModel(InferenceSession session, OnnxSignature signature) => (_session, _signature) = (session, signature);

    /// <inheritdoc/>
    public int FeatureCount => _signature.Features;

    /// <summary>Loads a file and tries it once, with zeros.</summary>
    /// <param name="path">The file.</param>
    /// <exception cref="OnnxModelException">It is no model, has other inputs or outputs, or cannot be read.</exception>
    public static OnnxModel Load(string path)
    {
        ArgumentException.ThrowIfNullOrEmpty(path);
        try
        {
            if (!File.Exists(path)) throw new FormatException("there is no such file.");
            using var options = new SessionOptions
            {
                IntraOpNumThreads = 1,
                InterOpNumThreads = 1,
                ExecutionMode = ExecutionMode.ORT_SEQUENTIAL,
                LogSeverityLevel = OrtLoggingLevel.ORT_LOGGING_LEVEL_FATAL,
            };
            return Of(new InferenceSession(path, options));
        }
        catch (Exception error) when (error is OnnxRuntimeException or FormatException or IOException or UnauthorizedAccessException)
        {
            throw new OnnxModelException(path, error.Message, error);
        }
    }

    /// <inheritdoc/>
    public double Score(ReadOnlySpan<double> features)
    {
        ArgumentOutOfRangeException.ThrowIfNotEqual(features.Length, FeatureCount, nameof(features));
        if (!_calls.TryTake(out var call)) call = new OnnxCall(_signature);
        var score = call.Run(_session, features);
        _calls.Add(call);
        return score;
    }

    /// <summary>Closes it, when nobody asks it any more. Not needed where that is unknown: the garbage collector does it.</summary>
    public void Dispose()
    {
        while (_calls.TryTake(out var call)) call.Dispose();
        _session.Dispose();
    }

    private static OnnxModel Of(InferenceSession session)
    {
        try
        {
            var signature = OnnxSignature.Of(session);
            if (signature.Features > ModelScore.FeaturesMax) throw new FormatException($"it takes {signature.Features} features; a rule gives {ModelScore.FeaturesMax} at most.");
            return new OnnxModel(session, signature);
        }
        catch
        {
            session.Dispose();
            throw;
        }
    }
}
