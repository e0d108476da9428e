using NatsPingPong;

try
{
    var arguments = Arguments.Parse(args);
    switch (arguments.Mode)
    {
        case "serve":
            await Responder.ServeAsync(arguments);
            return 0;
        case "rt":
            Console.WriteLine((await RoundTrips.MeasureAsync(arguments)).ToJson());
            return 0;
        case "pub" when !Candidates.IsBare(arguments.Candidate):
            Console.WriteLine((await Publications.MeasureAsync(arguments)).ToJson());
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
