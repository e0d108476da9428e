using GameLicenseExample.Keys;
using GameLicenseExample.Playing;
using GameLicenseExample.Serving;
using Genie.Brokers;
using Genie.EventStore;
using Genie.Extensions.Genius.Licences;
using Genie.Genuine;

namespace GameLicenseExample.Commands;

/// <summary>Turns errors into messages and exit codes, whichever program the command runs in.</summary>
internal static class GameErrors
{
    /// <summary>Runs a command.</summary>
    /// <param name="command">Does what it is for.</param>
    /// <param name="writer">Where messages go.</param>
    /// <param name="cancellationToken">Ends it early.</param>
    /// <returns>One of <see cref="GameExitCode"/>.</returns>
    public static async Task<int> RunAsync(Func<Task<int>> command, TextWriter writer, CancellationToken cancellationToken)
    {
        try
        {
            return await command().ConfigureAwait(false);
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            return GameExitCode.Failure;
        }
        catch (Exception error) when (error is GameArgumentException or BrokerSettingException)
        {
            await writer.WriteLineAsync(error.Message).ConfigureAwait(false);
            return GameExitCode.BadArguments;
        }
        catch (Exception error) when (error is BrokerException or LicenceException or GenuineException or EventStoreException or KeyFileException
            or ServerEndedException or ServerAwayException or ServerUnreachableException or IOException or UnauthorizedAccessException or TimeoutException)
        {
            await writer.WriteLineAsync(error.Message).ConfigureAwait(false);
            return GameExitCode.Failure;
        }
    }

    /// <summary>Asks a server for the first time: who cannot reach it is told so in words.</summary>
    /// <exception cref="ServerUnreachableException">It does not answer.</exception>
    public static async Task<T> AskFirstAsync<T>(Func<Task<T>> ask)
    {
        try
        {
            return await ask().ConfigureAwait(false);
        }
        catch (BrokerException error) when (error.IsTransient)
        {
            throw new ServerUnreachableException(error);
        }
    }
}
