using System.Collections.Frozen;

namespace Genie.Geocoding.Maps;

/// <summary>Tells whether two codes mean one country: ISO 3166-1, alpha-2 or alpha-3, and territories that have a code beside their country's.</summary>
internal static class CountryCodes
{
    // Alpha-2 followed by alpha-3. XK is user-assigned, and what everybody uses.
    private const string Pairs = """
        ADAND AEARE AFAFG AGATG AIAIA ALALB AMARM AOAGO AQATA ARARG ASASM ATAUT AUAUS AWABW AXALA AZAZE BABIH BBBRB BDBGD BEBEL BFBFA BGBGR BHBHR BIBDI BJBEN
        BLBLM BMBMU BNBRN BOBOL BQBES BRBRA BSBHS BTBTN BVBVT BWBWA BYBLR BZBLZ CACAN CCCCK CDCOD CFCAF CGCOG CHCHE CICIV CKCOK CLCHL CMCMR CNCHN COCOL CRCRI
        CUCUB CVCPV CWCUW CXCXR CYCYP CZCZE DEDEU DJDJI DKDNK DMDMA DODOM DZDZA ECECU EEEST EGEGY EHESH ERERI ESESP ETETH FIFIN FJFJI FKFLK FMFSM FOFRO FRFRA
        GAGAB GBGBR GDGRD GEGEO GFGUF GGGGY GHGHA GIGIB GLGRL GMGMB GNGIN GPGLP GQGNQ GRGRC GSSGS GTGTM GUGUM GWGNB GYGUY HKHKG HMHMD HNHND HRHRV HTHTI HUHUN
        IDIDN IEIRL ILISR IMIMN ININD IOIOT IQIRQ IRIRN ISISL ITITA JEJEY JMJAM JOJOR JPJPN KEKEN KGKGZ KHKHM KIKIR KMCOM KNKNA KPPRK KRKOR KWKWT KYCYM KZKAZ
        LALAO LBLBN LCLCA LILIE LKLKA LRLBR LSLSO LTLTU LULUX LVLVA LYLBY MAMAR MCMCO MDMDA MEMNE MFMAF MGMDG MHMHL MKMKD MLMLI MMMMR MNMNG MOMAC MPMNP MQMTQ
        MRMRT MSMSR MTMLT MUMUS MVMDV MWMWI MXMEX MYMYS MZMOZ NANAM NCNCL NENER NFNFK NGNGA NINIC NLNLD NONOR NPNPL NRNRU NUNIU NZNZL OMOMN PAPAN PEPER PFPYF
        PGPNG PHPHL PKPAK PLPOL PMSPM PNPCN PRPRI PSPSE PTPRT PWPLW PYPRY QAQAT REREU ROROU RSSRB RURUS RWRWA SASAU SBSLB SCSYC SDSDN SESWE SGSGP SHSHN SISVN
        SJSJM SKSVK SLSLE SMSMR SNSEN SOSOM SRSUR SSSSD STSTP SVSLV SXSXM SYSYR SZSWZ TCTCA TDTCD TFATF TGTGO THTHA TJTJK TKTKL TLTLS TMTKM TNTUN TOTON TRTUR
        TTTTO TVTUV TWTWN TZTZA UAUKR UGUGA UMUMI USUSA UYURY UZUZB VAVAT VCVCT VEVEN VGVGB VIVIR VNVNM VUVUT WFWLF WSWSM XKXKX YEYEM YTMYT ZAZAF ZMZMB ZWZWE
        """;

    // Territories that one source counts to their country and another one apart.
    private const string Territories = "US:AS,GU,MP,PR,UM,VI FR:BL,GF,GP,MF,MQ,NC,PF,PM,RE,TF,WF,YT NL:AW,BQ,CW,SX NO:BV,SJ AU:CC,CX,HM,NF CN:HK,MO FI:AX";

    private static readonly FrozenDictionary<string, string> Countries = ReadCodes();
    private static readonly FrozenDictionary<string, string>.AlternateLookup<ReadOnlySpan<char>> CountryOf = Countries.GetAlternateLookup<ReadOnlySpan<char>>();

    /// <summary>False if the codes surely mean different countries; what is no country's code, or empty, is not judged.</summary>
    public static bool MayBeSame(ReadOnlySpan<char> one, ReadOnlySpan<char> other) =>
        one.SequenceEqual(other) || !CountryOf.TryGetValue(one, out var first) || !CountryOf.TryGetValue(other, out var second) || first == second;

    /// <summary>True if this is a country's code.</summary>
    public static bool IsCountry(ReadOnlySpan<char> code) => CountryOf.ContainsKey(code);

    /// <summary>True if this has the form of a first-level division's code in ISO 3166-2: a country's letters, a hyphen, and more.</summary>
    public static bool IsDivision(ReadOnlySpan<char> code) => code.Length > 3 && code[2] == '-' && char.IsAsciiLetterUpper(code[0]) && char.IsAsciiLetterUpper(code[1]);

    // Either code of a country leads to the alpha-2 code of the country that it is a territory of, or to its own.
    private static FrozenDictionary<string, string> ReadCodes()
    {
        var owners = Territories.Split(' ').SelectMany(line => line[3..].Split(',').Select(territory => (territory, Owner: line[..2]))).ToDictionary(pair => pair.territory, pair => pair.Owner);
        return Pairs.Split([' ', '\n', '\r'], StringSplitOptions.RemoveEmptyEntries)
            .SelectMany(pair => new[] { pair[..2], pair[2..] }.Select(code => KeyValuePair.Create(code, owners.GetValueOrDefault(pair[..2], pair[..2]))))
            .ToFrozenDictionary(StringComparer.OrdinalIgnoreCase);
    }
}
