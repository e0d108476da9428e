using Genie.Benchmarks.Agents.Enrolment;
using Genie.Testing;

namespace Genie.Benchmarks.Tests.Agents;

public sealed class EnrolmentDeskTests
{
    private static readonly EnrolmentProof Seen = new(new string('a', 64), new string('c', 64), EnrolmentProof.CreateNonce(), EnrolmentProof.CreateNonce());

    private readonly ManualClock _clock = new();

    [Fact]
    public void The_right_code_is_good_once_and_answered_by_the_agents_own_proof()
    {
        var (desk, code) = Open();
        var (proof, error) = desk.Judge(Seen, Seen.OfController(code));
        Assert.Null(error);
        Assert.Equal(Seen.OfAgent(code), proof);
        Assert.NotEqual(Seen.OfController(code), proof);
        (proof, error) = desk.Judge(Seen, Seen.OfController(code));
        Assert.Null(proof);
        Assert.Contains("it was used", error, StringComparison.Ordinal);
    }

    [Fact]
    public void A_wrong_code_is_refused_and_the_right_one_too_after_too_many_attempts()
    {
        var (desk, code) = Open();
        var wrong = Seen.OfController(EnrolmentCode.Normalise(EnrolmentCode.Create()));
        for (var left = EnrolmentDesk.AttemptsMax - 1; left > 0; left--)
        {
            var (proof, error) = desk.Judge(Seen, wrong);
            Assert.Null(proof);
            Assert.Contains($"Attempts left: {left}.", error, StringComparison.Ordinal);
        }

        Assert.Contains("too many", desk.Judge(Seen, wrong).Error, StringComparison.Ordinal);
        Assert.Contains("too many", desk.Judge(Seen, Seen.OfController(code)).Error, StringComparison.Ordinal);
        Assert.NotNull(desk.WhyClosed());
    }

    [Fact]
    public void A_code_expires_and_a_new_one_takes_its_place()
    {
        var (desk, code) = Open();
        _clock.Advance(EnrolmentDesk.Lifetime - TimeSpan.FromSeconds(1));
        Assert.Null(desk.WhyClosed());
        _clock.Advance(TimeSpan.FromSeconds(1));
        Assert.Contains("expired", desk.Judge(Seen, Seen.OfController(code)).Error, StringComparison.Ordinal);
        var next = EnrolmentCode.Normalise(desk.Open());
        Assert.Null(desk.Judge(Seen, Seen.OfController(code)).Proof);
        Assert.NotNull(desk.Judge(Seen, Seen.OfController(next)).Proof);
    }

    [Theory]
    [InlineData("agent")]
    [InlineData("controller")]
    [InlineData("agent nonce")]
    [InlineData("controller nonce")]
    [InlineData("side")]
    public void A_proof_over_anything_else_than_this_side_saw_does_not_hold(string changed)
    {
        // What somebody in between would have to do: he has certificates of his own, and the code is not his.
        var (desk, code) = Open();
        var other = changed switch
        {
            "agent" => Seen with { AgentFingerprint = new string('e', 64) },
            "controller" => Seen with { ControllerFingerprint = new string('e', 64) },
            "agent nonce" => Seen with { AgentNonce = EnrolmentProof.CreateNonce() },
            "controller nonce" => Seen with { ControllerNonce = EnrolmentProof.CreateNonce() },
            _ => Seen,
        };
        Assert.Null(desk.Judge(Seen, changed == "side" ? other.OfAgent(code) : other.OfController(code)).Proof);
        Assert.NotNull(desk.Judge(Seen, Seen.OfController(code)).Proof);
    }

    [Fact]
    public void A_code_is_read_as_people_type_it()
    {
        var code = EnrolmentCode.Create();
        Assert.Matches("^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}$", code);
        Assert.Equal(code.Replace("-", "", StringComparison.Ordinal), EnrolmentCode.Normalise($" {code.ToLowerInvariant().Replace('-', ' ')} "));
        Assert.Equal("0011K7QM2XRD9VPT", EnrolmentCode.Normalise("OoiL-k7qm-2xrd-9vpt"));
        Assert.Throws<FormatException>(() => EnrolmentCode.Normalise("K7QM-2XRD-9VPT"));
        Assert.Throws<FormatException>(() => EnrolmentCode.Normalise("K7QM-2XRD-9VPT-4HCU"));
        Assert.NotEqual(code, EnrolmentCode.Create());
    }

    private (EnrolmentDesk Desk, string Code) Open()
    {
        var desk = new EnrolmentDesk(_clock);
        Assert.NotNull(desk.WhyClosed());
        return (desk, EnrolmentCode.Normalise(desk.Open()));
    }
}
