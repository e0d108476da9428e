using System.Runtime.InteropServices;
using Microsoft.ML.OnnxRuntime;
using Microsoft.ML.OnnxRuntime.Tensors;

namespace Genie.Extensions.Genius.Onnx;

/// <summary>The memory of one call at a time: input and output are where they are for good, so that a call allocates nothing of its own.</summary>
internal sealed class OnnxCall : IDisposable
{
    private readonly NumberBuffer _input;
    private readonly NumberBuffer _output;
    private readonly RunOptions _options = new();
    private readonly string[] _inputNames;
    private readonly string[] _outputNames;
    private readonly OrtValue[] _inputs;
    private readonly OrtValue[] _outputs;

    public OnnxCall(OnnxSignature signature)
    {
        (_inputNames, _outputNames) = ([signature.Input], [signature.Output]);
        (_input, _output) = (new NumberBuffer(signature.InputType, signature.Features), new NumberBuffer(signature.OutputType, checked((int)signature.Results)));
        (_inputs, _outputs) = ([_input.ToValue(signature.InputShape)], [_output.ToValue(signature.OutputShape)]);
    }

    /// <exception cref="OnnxRuntimeException">The model fails for these features.</exception>
    public double Run(InferenceSession session, ReadOnlySpan<double> features)
    {
        for (var i = 0; i < features.Length; i++) _input[i] = features[i];
        session.Run(_options, _inputNames, _inputs, _outputNames, _outputs);
        return _output[^1];
    }

    public void Dispose()
    {
        foreach (var each in _inputs.Concat(_outputs)) each.Dispose();
        _options.Dispose();
    }

    /// <summary>Floats or doubles that the collector does not move. No handle pins them, which would be left behind where nobody disposes of the call.</summary>
    private readonly struct NumberBuffer(TensorElementType type, int count)
    {
        private readonly float[]? _floats = type == TensorElementType.Float ? GC.AllocateArray<float>(count, pinned: true) : null;
        private readonly double[]? _doubles = type == TensorElementType.Float ? null : GC.AllocateArray<double>(count, pinned: true);

        public int Length => _floats?.Length ?? _doubles!.Length;

        public double this[int i]
        {
            get => _floats is { } floats ? floats[i] : _doubles![i];
            set
            {
                if (_floats is { } floats) floats[i] = (float)value;
                else _doubles![i] = value;
            }
        }

        public OrtValue ToValue(long[] shape) => _floats is { } floats
            ? ToValue(TensorElementType.Float, floats, sizeof(float), shape)
            : ToValue(TensorElementType.Double, _doubles!, sizeof(double), shape);

        private static OrtValue ToValue<T>(TensorElementType type, T[] numbers, int size, long[] shape) =>
            OrtValue.CreateTensorValueWithData(OrtMemoryInfo.DefaultInstance, type, shape, Marshal.UnsafeAddrOfPinnedArrayElement(numbers, 0), (long)numbers.Length * size);
    }
}
