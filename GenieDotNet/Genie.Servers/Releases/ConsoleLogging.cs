namespace Genie.Servers.Releases;

/// <summary>Lets a Java server print its warnings, which go into its log, instead of writing files beside its release.</summary>
internal static class ConsoleLogging
{
    private const string Log4J =
        """
        <Configuration status="warn">
          <Appenders><Console name="console"><PatternLayout pattern="%d %-5p %c{1} - %m%n"/></Console></Appenders>
          <Loggers><Root level="warn"><AppenderRef ref="console"/></Root></Loggers>
        </Configuration>
        """;

    /// <summary>Writes log4j's configuration into the server's folder and returns its path.</summary>
    public static string Write(string folder)
    {
        var file = Path.Combine(folder, "log4j2.xml");
        File.WriteAllText(file, Log4J);
        return file;
    }
}
