using Genie.Brokers.Drivers;
using Genie.Extensions.Genius.Delivery.Push;
using Genie.Extensions.Genius.Delivery.Webhooks;

namespace Genie.Benchmarks.Commands.Genius.Sinks;

/// <summary>A webhook as settings have it: an address that facts are posted to.</summary>
internal sealed class WebhookSettings : FactSettings
{
    private static readonly RetryPolicy Defaults = new();

    /// <summary>The subscription's name.</summary>
    public string Name { get; set; } = "";

    /// <summary>The address.</summary>
    public string Url { get; set; } = "";

    /// <summary>What requests are signed with; a variable, GENIUS_Webhooks__0__Secret, or a <see cref="SecretFile"/> keeps it out of the file.</summary>
    public string? Secret { get; set; }

    /// <summary>A file that holds the secret.</summary>
    public string? SecretFile { get; set; }

    /// <summary>The secret before it, while receivers change from one to the other.</summary>
    public string? FormerSecret { get; set; }

    /// <summary>A file that holds the former secret.</summary>
    public string? FormerSecretFile { get; set; }

    /// <summary>True: the receiver may have an address that is not on the public internet.</summary>
    public bool AllowPrivateAddresses { get; set; }

    /// <summary>True: a webhook that is new gets all facts that there are; false: those only that are still to come.</summary>
    public bool FromBeginning { get; set; }

    /// <summary>Attempts in all; then it is a dead letter.</summary>
    public int AttemptsMax { get; set; } = Defaults.AttemptsMax;

    /// <summary>The longest wait before the second attempt; it doubles with every further one.</summary>
    public TimeSpan FirstDelay { get; set; } = Defaults.FirstDelay;

    /// <summary>Where doubling ends.</summary>
    public TimeSpan MaxDelay { get; set; } = Defaults.MaxDelay;

    /// <summary>An attempt that takes longer has failed.</summary>
    public TimeSpan AttemptTimeout { get; set; } = TimeSpan.FromSeconds(15);

    /// <summary>Attempts under way at once.</summary>
    public int Concurrency { get; set; } = 8;

    /// <summary>The subscription.</summary>
    /// <param name="afterPosition">The last position of the store.</param>
    /// <exception cref="BadArgumentException">It is none.</exception>
    public DeliveryOptions ToDelivery(long afterPosition)
    {
        if (Name.Length == 0 || !Name.All(static each => char.IsAsciiLetterOrDigit(each) || each is '-' or '_')) throw new BadArgumentException("Webhooks: each needs a Name of ASCII letters, digits, - and _.");
        if (AttemptsMax < 1 || Concurrency < 1) throw Mistake("AttemptsMax and Concurrency are at least 1");
        if (FirstDelay < TimeSpan.Zero || MaxDelay < FirstDelay || AttemptTimeout <= TimeSpan.Zero) throw Mistake("times are none: FirstDelay is up to MaxDelay, and AttemptTimeout more than 0");
        return new DeliveryOptions
        {
            Subscription = Name,
            Receiver = MaskedText.OfUrl(Address.GetLeftPart(UriPartial.Path)),
            Filter = ToRecordFilter(),
            AfterPosition = FromBeginning ? 0 : afterPosition,
            Retry = Defaults with { AttemptsMax = AttemptsMax, FirstDelay = FirstDelay, MaxDelay = MaxDelay },
            AttemptTimeout = AttemptTimeout,
            Concurrency = Concurrency,
        };
    }

    /// <summary>The way to the receiver.</summary>
    /// <exception cref="BadArgumentException">The address or a secret is none.</exception>
    public WebhookChannel ToChannel()
    {
        var options = new WebhookOptions
        {
            Url = Address,
            Secret = SecretOf(nameof(Secret), Secret, SecretFile) ?? throw Mistake($"needs a {nameof(Secret)} or a {nameof(SecretFile)}"),
            FormerSecret = SecretOf(nameof(FormerSecret), FormerSecret, FormerSecretFile),
            AllowPrivateAddresses = AllowPrivateAddresses,
            Body = WebhookBody.WriteFact,
        };
        try
        {
            return new WebhookChannel(options);
        }
        catch (ArgumentException error)
        {
            throw new BadArgumentException($"Webhooks: '{Name}': {error.WithoutArgument()}", error);
        }
    }

    private Uri Address => Uri.TryCreate(Url, UriKind.Absolute, out var address) ? address : throw Mistake($"{nameof(Url)} is no address");

    private WebhookSecret? SecretOf(string setting, string? text, string? file)
    {
        if (text is not null && file is not null) throw Mistake($"{setting} and {setting}File are one of the two");
        try
        {
            var secret = file is null ? text : File.ReadAllText(file).Trim();
            return secret is null ? null : WebhookSecret.Parse(secret);
        }
        catch (FormatException error)
        {
            // The secret itself stays unsaid.
            throw new BadArgumentException($"Webhooks: '{Name}': {setting} is none: whsec_ and the base 64 of 24 to 64 bytes.", error);
        }
        catch (Exception error) when (error is IOException or UnauthorizedAccessException)
        {
            throw new BadArgumentException($"Webhooks: '{Name}': {setting}File: {error.Message}", error);
        }
    }

    private BadArgumentException Mistake(string what) => new($"Webhooks: '{Name}': {what}.");
}
