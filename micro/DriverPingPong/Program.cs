using DriverPingPong;
using Genie.Brokers;

try
{
    var arguments = Arguments.Parse(args);
    switch (arguments.Mode)
    {
        case "serve-rt" or "serve-pub":
            await Responder.ServeAsync(arguments);
            return 0;
        case "rt":
            Console.WriteLine(await RoundTrips.MeasureAsync(arguments));
            return 0;
        case "pub" or "produce" when !Candidates.IsBare(arguments):
            Console.WriteLine(await Publications.MeasureAsync(arguments));
            return 0;
        default:
            throw new FormatException(Arguments.Usage);
    }
}
catch (FormatException error)
{
    Console.Error.WriteLine(error.Message);
    return 2;
}
catch (Exception error) when (error is BrokerException or InvalidOperationException)
{
    Console.Error.WriteLine(error.Message);
    return 1;
}
