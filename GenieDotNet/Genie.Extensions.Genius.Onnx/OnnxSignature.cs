using Microsoft.ML.OnnxRuntime;
using Microsoft.ML.OnnxRuntime.Tensors;

namespace Genie.Extensions.Genius.Onnx;

/// <summary>What a session takes and gives, as far as scores need it.</summary>
/// <param name="Input">The input's name.</param>
/// <param name="InputType">Float or double.</param>
/// <param name="InputShape">Its dimensions, one row.</param>
/// <param name="Output">The output's name.</param>
/// <param name="OutputType">Float or double.</param>
/// <param name="OutputShape">Its dimensions for one row.</param>
internal sealed record OnnxSignature(string Input, TensorElementType InputType, long[] InputShape, string Output, TensorElementType OutputType, long[] OutputShape)
{
    /// <summary>How many features it takes.</summary>
    public int Features => (int)InputShape[^1];

    /// <summary>How many elements the output has.</summary>
    public long Results => OutputShape.Aggregate(1L, static (product, each) => product * each);

    /// <summary>Of a session, which is run once.</summary>
    /// <exception cref="FormatException">It takes or gives something else.</exception>
    /// <exception cref="OnnxRuntimeException">It cannot be run.</exception>
    public static OnnxSignature Of(InferenceSession session)
    {
        if (session.InputNames is not [var input]) throw new FormatException($"it has {session.InputNames.Count} inputs; one is expected, of all features.");
        var shape = ShapeOf(session.InputMetadata[input]);
        var output = session.OutputNames.LastOrDefault(name => IsNumbers(session.OutputMetadata[name]))
            ?? throw new FormatException("no output is a tensor of floats or doubles; of classifiers export probabilities as a tensor (skl2onnx: zipmap=False).");
        var (inputType, outputType) = (session.InputMetadata[input].ElementDataType, session.OutputMetadata[output].ElementDataType);
        var signature = new OnnxSignature(input, inputType, shape, output, outputType, OutputShapeOf(session, input, inputType, shape, output));
        return signature.Results > 0 ? signature : throw new FormatException($"its output '{output}' is empty.");
    }

    private static bool IsNumbers(NodeMetadata node) => node.OnnxValueType == OnnxValueType.ONNX_TYPE_TENSOR && node.ElementDataType is TensorElementType.Float or TensorElementType.Double;

    // A dimension without a number is one that the caller chooses.
    private static long[] ShapeOf(NodeMetadata node)
    {
        if (!IsNumbers(node)) throw new FormatException("its input is no tensor of floats or doubles.");
        return node.Dimensions switch
        {
            [> 0 and var features] => [features],
            [1 or < 0, > 0 and var features] => [1, features],
            var other => throw new FormatException($"its input is a tensor of [{string.Join(", ", other)}]; [N] or [1, N] is expected, N features whose number is fixed."),
        };
    }

    private static long[] OutputShapeOf(InferenceSession session, string input, TensorElementType type, long[] shape, string output)
    {
        using var zeros = type == TensorElementType.Float ? OrtValue.CreateTensorValueFromMemory(new float[shape[^1]], shape) : OrtValue.CreateTensorValueFromMemory(new double[shape[^1]], shape);
        using var run = new RunOptions();
        using var results = session.Run(run, [input], [zeros], [output]);
        return results[0].GetTensorTypeAndShape().Shape;
    }
}
