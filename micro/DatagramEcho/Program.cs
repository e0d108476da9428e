using DatagramEcho;

NativeLibraries.Register();
if (Arguments.Parse(args) is not { } arguments)
{
    Console.Error.WriteLine(Arguments.Usage);
    return 2;
}

if (arguments.Kind == MeasurementKind.Spoofed)
{
    SpoofedHandshakes.Measure(arguments.Messages, arguments.Rates);
    return 0;
}

if (arguments.Kind == MeasurementKind.Connections)
{
    ConnectionMemory.Measure(arguments.Messages);
    return 0;
}

var isComplete = arguments.Kind == MeasurementKind.Reliable
    ? ReliableCost.Measure(arguments.Compared, arguments.Messages, arguments.Rounds, arguments.MessageBytes)
    : EchoCost.Measure(arguments.Compared, arguments.Messages, arguments.Rounds);
return isComplete ? 0 : 1;
