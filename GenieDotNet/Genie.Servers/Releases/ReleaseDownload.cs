using System.Globalization;
using System.Security.Cryptography;

namespace Genie.Servers.Releases;

/// <summary>Fetches one release into its file, which is there only whole and with the right checksum.</summary>
/// <param name="place">From where and to where.</param>
/// <param name="release">What.</param>
/// <param name="say">Takes lines about how far it is.</param>
internal sealed class ReleaseDownload(ReleasePlace place, Release release, Action<string> say)
{
    private const int BufferBytes = 128 * 1024;
    private const int StepPercent = 20;
    private const double BytesPerMegabyte = 1_000_000;

    private readonly string _file = place.FileOf(release);
    private long _received;
    private bool _isAnswered;

    /// <summary>The file; one that is there already is taken if it is the right one. The caller holds a lock.</summary>
    /// <exception cref="ServerException">It cannot be had, or is another file; the message says what to do.</exception>
    public async Task<string> GetAsync(CancellationToken cancellationToken)
    {
        if (File.Exists(_file))
        {
            Require(await release.Checksum.OfAsync(_file, cancellationToken).ConfigureAwait(false), _file, _file);
            return _file;
        }

        var (address, draft) = (place.AddressOf(release), _file + ".part");
        try
        {
            Require(await FetchAsync(address, draft, cancellationToken).ConfigureAwait(false), draft, address.ToString());
            File.Move(draft, _file);
            return _file;
        }
        finally
        {
            File.Delete(draft);
        }
    }

    private async Task<Checksum> FetchAsync(Uri address, string draft, CancellationToken cancellationToken)
    {
        using var whole = new CancellationTokenSource(place.WholeTimeout, place.Time);
        using var step = new CancellationTokenSource(place.ConnectTimeout, place.Time);
        using var any = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken, whole.Token, step.Token);
        try
        {
            // Its default handler takes the proxy that the environment names.
            using var client = new HttpClient { Timeout = Timeout.InfiniteTimeSpan };
            client.DefaultRequestHeaders.UserAgent.ParseAdd("genie");
            say($"fetching {release} from {address.Host}");
            using var response = await client.GetAsync(address, HttpCompletionOption.ResponseHeadersRead, any.Token).ConfigureAwait(false);
            _isAnswered = true;
            if (!response.IsSuccessStatusCode) throw Failed(address, $"{address.Host} answered {(int)response.StatusCode} ({response.ReasonPhrase})");
            return await ReceiveAsync(address, response, draft, step, any.Token).ConfigureAwait(false);
        }
        catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
        {
            throw Failed(address, whole.IsCancellationRequested ? Invariant($"it took longer than {place.WholeTimeout.TotalMinutes:0.#} min; {_received / BytesPerMegabyte:0.0} MB came")
                : _isAnswered ? Invariant($"nothing came for {place.StallTimeout.TotalSeconds:0} s after {_received / BytesPerMegabyte:0.0} MB")
                : Invariant($"{address.Host} did not answer within {place.ConnectTimeout.TotalSeconds:0} s"));
        }
        catch (Exception error) when (error is HttpRequestException or IOException or UnauthorizedAccessException)
        {
            throw Failed(address, error.Message.TrimEnd('.'), error);
        }
    }

    private async Task<Checksum> ReceiveAsync(Uri address, HttpResponseMessage response, string draft, CancellationTokenSource step, CancellationToken cancellationToken)
    {
        var length = response.Content.Headers.ContentLength;
        if (length is { } announced && release.Bytes is { } published && announced != published) throw WrongLength(address, announced);
        using var sum = IncrementalHash.CreateHash(release.Checksum.Algorithm);
        step.CancelAfter(place.StallTimeout);
        await using var source = await response.Content.ReadAsStreamAsync(cancellationToken).ConfigureAwait(false);
        await using (var target = File.Create(draft))
        {
            var (buffer, said) = (new byte[BufferBytes], 0L);
            while (await source.ReadAsync(buffer, cancellationToken).ConfigureAwait(false) is > 0 and var count)
            {
                step.CancelAfter(place.StallTimeout);
                _received += count;
                if (_received > (release.Bytes ?? place.BytesMax)) throw WrongLength(address, _received);
                sum.AppendData(buffer, 0, count);
                await target.WriteAsync(buffer.AsMemory(0, count), cancellationToken).ConfigureAwait(false);
                if (length is not > 0 || _received * 100 / length.Value / StepPercent is not (> 0 and var reached) || reached == said) continue;
                said = reached;
                say(Invariant($"{release}: {reached * StepPercent} % of {length.Value / BytesPerMegabyte:0.0} MB"));
            }
        }

        if ((length ?? release.Bytes) is { } whole && whole != _received) throw Failed(address, $"it was cut short: {_received} of {whole} bytes came");
        return release.Checksum with { Hex = Convert.ToHexStringLower(sum.GetHashAndReset()) };
    }

    private void Require(Checksum actual, string file, string from)
    {
        if (actual == release.Checksum) return;
        File.Delete(file);
        throw new ServerException(
            $"{from} is not {release} as it was published, and was deleted: expected {release.Checksum}, found {actual}. "
            + $"A proxy may have put a page of its own in its place. Try again, or another mirror ({ReleasePlace.MirrorVariable}).");
    }

    private ServerException WrongLength(Uri address, long bytes) => Failed(address, release.Bytes is { } published
        ? $"the file there has {(bytes > published ? "at least " : "")}{bytes} bytes, and the one that was published {published}" : $"the file there has more than {place.BytesMax} bytes, as no release has");

    private ServerException Failed(Uri address, string reason, Exception? error = null) => new(
        $"{release} could not be fetched: {reason}. By hand: curl --fail --location --create-dirs --output {_file} {address}; then give the same command again, which checks that file "
        + $"and takes it. Or name a mirror with {ReleasePlace.MirrorVariable}.",
        error);

    private static string Invariant(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
