using System.Buffers.Binary;
using System.Text;
using Google.Protobuf;

namespace Genie.Extensions.Genius.Onnx.Tests;

/// <summary>
/// Writes ONNX files of one linear model: sigmoid(x · W + b), as MatMul, Add and Sigmoid. Source of the numbers of fields: onnx.proto (github.com/onnx/onnx, IR version 8), in protobuf's wire format.
/// </summary>
internal sealed record OnnxFile
{
    private const int Float = 1;
    private const int Long = 7;
    private const int Double = 11;

    /// <summary>A row a feature, a column an output.</summary>
    public required double[][] Weights { get; init; }

    public double Bias { get; init; }

    public bool IsDouble { get; init; }

    /// <summary>The input's dimensions; null: one that the caller chooses. Default: [1, features].</summary>
    public int?[]? Shape { get; init; }

    /// <summary>Says that the input is of this type, whatever it is.</summary>
    public bool SaysLong { get; init; }

    /// <summary>A second input that is the bias.</summary>
    public bool HasSecondInput { get; init; }

    public static OnnxFile Linear(double bias, params double[] weights) => new() { Weights = [.. weights.Select(static each => new[] { each })], Bias = bias };

    private int Type => IsDouble ? Double : Float;

    public double ScoreOf(params double[] features) => 1 / (1 + Math.Exp(-features.Select((each, i) => each * Weights[i][^1]).Sum() - Bias));

    /// <summary>Writes it, at once in place of what is there.</summary>
    public void WriteTo(string path)
    {
        File.WriteAllBytes(path + ".new", ToBytes());
        File.Move(path + ".new", path, overwrite: true);
    }

    public byte[] ToBytes() => Message(model =>
    {
        Write(model, 1, 8);
        Write(model, 7, Graph());
        Write(model, 8, Message(static opset => Write(opset, 2, 13)));
    });

    private byte[] Graph() => Message(graph =>
    {
        Write(graph, 1, Node("MatMul", ["x", "w"], "product"));
        Write(graph, 1, Node("Add", ["product", "b"], "sum"));
        Write(graph, 1, Node("Sigmoid", ["sum"], "score"));
        Write(graph, 2, "linear");
        Write(graph, 5, Tensor("w", [Weights.Length, Weights[0].Length], Weights.SelectMany(static each => each)));
        if (!HasSecondInput) Write(graph, 5, Tensor("b", [1], [Bias]));
        Write(graph, 11, Value("x", SaysLong ? Long : Type, Shape ?? [1, Weights.Length]));
        if (HasSecondInput) Write(graph, 11, Value("b", Type, [1]));
        Write(graph, 12, Value("score", Type, null));
    });

    private static byte[] Node(string operation, string[] inputs, string output) => Message(node =>
    {
        foreach (var each in inputs) Write(node, 1, each);
        Write(node, 2, output);
        Write(node, 4, operation);
    });

    private byte[] Tensor(string name, int[] dimensions, IEnumerable<double> numbers) => Message(tensor =>
    {
        foreach (var each in dimensions) Write(tensor, 1, each);
        Write(tensor, 2, Type);
        Write(tensor, 8, name);
        Write(tensor, 9, [.. numbers.SelectMany(Raw)]);
    });

    private byte[] Raw(double number)
    {
        var bytes = new byte[IsDouble ? sizeof(double) : sizeof(float)];
        if (IsDouble) BinaryPrimitives.WriteDoubleLittleEndian(bytes, number);
        else BinaryPrimitives.WriteSingleLittleEndian(bytes, (float)number);
        return bytes;
    }

    private static byte[] Value(string name, int type, int?[]? shape) => Message(value =>
    {
        Write(value, 1, name);
        Write(value, 2, Message(outer => Write(outer, 1, Message(tensor =>
        {
            Write(tensor, 1, type);
            if (shape is not null) Write(tensor, 2, Message(dimensions => Array.ForEach(shape, each => Write(dimensions, 1, Message(dimension => WriteDimension(dimension, each))))));
        }))));
    });

    private static void WriteDimension(CodedOutputStream dimension, int? size)
    {
        if (size is { } known) Write(dimension, 1, known);
        else Write(dimension, 2, "batch");
    }

    private static byte[] Message(Action<CodedOutputStream> write)
    {
        using var bytes = new MemoryStream();
        using (var output = new CodedOutputStream(bytes, leaveOpen: true)) write(output);
        return bytes.ToArray();
    }

    private static void Write(CodedOutputStream output, int field, int number)
    {
        output.WriteTag(field, WireFormat.WireType.Varint);
        output.WriteInt32(number);
    }

    private static void Write(CodedOutputStream output, int field, string text) => Write(output, field, Encoding.UTF8.GetBytes(text));

    private static void Write(CodedOutputStream output, int field, byte[] bytes)
    {
        output.WriteTag(field, WireFormat.WireType.LengthDelimited);
        output.WriteBytes(UnsafeByteOperations.UnsafeWrap(bytes));
    }
}
