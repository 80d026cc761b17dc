package papers

import "strings"

// texSymbols are commands that print one sign.
var texSymbols = pairs(`
pm ± mp ∓ times × div ÷ cdot · bullet • leq ≤ le ≤ geq ≥ ge ≥ leqslant ≤ geqslant ≥ neq ≠ ne ≠ approx ≈ sim ∼ simeq ≃ cong ≅ ll ≪ gg ≫ lesssim ≲ gtrsim ≳
lt < gt > equiv ≡ propto ∝ infty ∞ partial ∂ nabla ∇ sum ∑ prod ∏ int ∫ in ∈ notin ∉ subset ⊂ cup ∪ cap ∩ wedge ∧ vee ∨ neg ¬ forall ∀ exists ∃ emptyset ∅ setminus ∖
alpha α beta β gamma γ delta δ epsilon ε varepsilon ε zeta ζ eta η theta θ vartheta θ iota ι kappa κ lambda λ mu μ nu ν xi ξ pi π rho ρ sigma σ tau τ upsilon υ phi φ varphi φ chi χ psi ψ omega ω
Gamma Γ Delta Δ Theta Θ Lambda Λ Xi Ξ Pi Π Sigma Σ Upsilon Υ Phi Φ Psi Ψ Omega Ω ell ℓ hbar ℏ prime ′ degree ° textdegree ° circ ∘ angle ∠ perp ⊥ mid | vert | Vert ‖ lvert | rvert | lVert ‖ rVert ‖
to → rightarrow → leftarrow ← Rightarrow ⇒ Leftarrow ⇐ leftrightarrow ↔ uparrow ↑ downarrow ↓ Uparrow ⇑ Downarrow ⇓ longrightarrow → mapsto ↦ nearrow ↗ searrow ↘ textuparrow ↑ textdownarrow ↓
ldots … dots … cdots … vdots … textellipsis … dagger † ddagger ‡ dag † ddag ‡ textdagger † textdaggerdbl ‡ S § P ¶ ast * star ⋆ textasteriskcentered * diamond ⋄ blacklozenge ⧫ triangle △ blacktriangle ▲ blacktriangledown ▼ triangledown ▽
checkmark ✓ cmark ✓ ding ✓ xmark ✗ crossmark ✗ textendash – textemdash — textminus − textbackslash \ textasciitilde ~ textasciicircum ^ textless < textgreater > textbar | textbraceleft { textbraceright } textunderscore _ textquoteleft ‘ textquoteright ’ textquotedblleft “ textquotedblright ”
% % & & $ $ # # _ _ { { } } textpercent % textdollar $ pounds £ textsterling £ euro € texteuro € EUR € yen ¥ copyright © textregistered ® texttrademark ™ lbrack [ rbrack ] lbrace { rbrace } langle ⟨ rangle ⟩ lceil ⌈ rceil ⌉ lfloor ⌊ rfloor ⌋
ss ß ae æ AE Æ oe œ OE Œ o ø O Ø aa å AA Å l ł L Ł i ı j ȷ LaTeX LaTeX TeX TeX BibTeX BibTeX log log ln ln exp exp min min max max arg arg sup sup inf inf lim lim det det Pr Pr sin sin cos cos tan tan tanh tanh argmax argmax argmin argmin
percent % celsius °C second s milli m micro µ nano n kilo k mega M giga G tera T byte B bit bit hour h minute min meter m metre m gram g watt W joule J hertz Hz volt V day d litre l liter L centi c
textmu μ texttimes × textpm ± textonehalf ½ textsuperscripttwo ² bigstar ★ blackstar ★ textbullet • hyp - allowbreak   slash / textonesuperior ¹ texttwosuperior ²
`)

// texNothing are commands without an argument that print nothing.
var texNothing = words(`centering raggedright raggedleft small footnotesize scriptsize tiny normalsize large Large LARGE huge Huge noindent indent
medskip smallskip bigskip hfill vfill hfil newpage clearpage cleardoublepage protect xspace displaystyle textstyle scriptstyle limits nolimits left right
big Big bigg Bigg bigl bigr Bigl Bigr biggl biggr Biggl Biggr middle tableofcontents maketitle listoffigures listoftables frontmatter mainmatter backmatter relax leavevmode
normalfont rmfamily sffamily ttfamily mdseries upshape em rm sf tt sc selectfont scshape onecolumn twocolumn flushbottom raggedbottom sloppy fussy makeatletter makeatother nonumber notag
toprule bottomrule midrule hline hdashline arraybackslash ignorespaces unskip null strut mathstrut fi endgroup begingroup bgroup egroup centerline
AND And newblock balance linebreak nolinebreak pagebreak nopagebreak appendixpage appendices makeindex printbibliography unboldmath cdashline nobreak penalty par@ obeylines`)

// texSpaces are commands that print a space.
var texSpaces = words(`quad qquad enspace enskip space newline linebreak thickspace medspace : ; > ! \ /`)

// texArguments says how the arguments of commands are read: s a star, o an option, m an
// argument that is dropped, t one that is typeset.
var texArguments = map[string]string{
	"vspace": "sm", "hspace": "sm", "vskip": "", "includepdf": "om", "bibliography": "m", "bibliographystyle": "m", "addbibresource": "om",
	"usepackage": "om", "RequirePackage": "om", "documentclass": "om", "LoadClass": "om", "setlength": "mm", "addtolength": "mm", "settowidth": "mm", "setcounter": "mm", "addtocounter": "mm",
	"definecolor": "mmm", "colorlet": "omm", "hypersetup": "m", "pagestyle": "m", "thispagestyle": "m", "pagenumbering": "m", "captionsetup": "om", "newcolumntype": "mom", "newtheorem": "smomo",
	"graphicspath": "m", "tikzset": "m", "pgfplotsset": "m", "sisetup": "m", "lstset": "m", "geometry": "m", "newlength": "m", "newcounter": "mo", "stepcounter": "m", "refstepcounter": "m",
	"addcontentsline": "mmm", "markboth": "mm", "markright": "m", "index": "m", "hyphenation": "m", "fontsize": "mm", "linespread": "m", "setstretch": "m", "crefname": "mmm", "Crefname": "mmm",
	"cite": "soom", "citep": "soom", "citet": "soom", "citealp": "soom", "citealt": "soom", "citeauthor": "soom", "citeyear": "soom", "citeyearpar": "soom", "parencite": "soom", "textcite": "soom", "autocite": "soom", "footcite": "soom", "nocite": "m", "shortcite": "soom", "Citet": "soom", "Citep": "soom", "citenum": "m", "supercite": "soom", "fullcite": "soom",
	"textcolor": "omt", "colorbox": "omt", "fcolorbox": "ommt", "resizebox": "smmt", "scalebox": "mot", "raisebox": "moot", "rotatebox": "omt", "parbox": "ooomt", "makebox": "oot", "framebox": "oot", "adjustbox": "mt", "hyperref": "ot", "href": "omt", "url": "m", "nolinkurl": "m", "path": "m",
	"texorpdfstring": "tm", "phantom": "m", "hphantom": "m", "vphantom": "m", "rule": "omm", "thanks": "m", "email": "m", "author": "om", "date": "m", "institute": "m", "affiliation": "om", "affil": "om", "address": "om", "orcid": "m", "authorrunning": "m", "titlerunning": "m", "shorttitle": "m", "icmltitlerunning": "m", "icmlauthor": "mm", "icmlaffiliation": "mm", "icmlcorrespondingauthor": "mm",
	"makecell": "sot", "thead": "ot", "shortstack": "ot", "specialcell": "ot", "rothead": "ot", "multirowcell": "mot", "diagbox": "ott", "backslashbox": "tt", "slashbox": "tt", "bibitem": "om", "hypertarget": "mt", "hyperlink": "mt", "acmConference": "ommm", "acmDOI": "m", "keywords": "m", "ccsdesc": "om", "setcopyright": "m", "copyrightyear": "m", "acmYear": "m", "acmBooktitle": "m", "acmISBN": "m", "acmPrice": "m", "tag": "sm", "cellcolors": "m", "rowcolors": "smmm", "arrayrulecolor": "om", "bookmarksetup": "m", "fancyhead": "om", "fancyfoot": "om", "lhead": "m", "rhead": "m", "stackrel": "tt", "overset": "tt", "underset": "tt", "smash": "ot", "sqrt": "ot", "bibinfo": "mt", "tikz": "m", "lstinline": "m", "Hl": "t", "hl": "t", "hspacefill": "", "theoremstyle": "m", "AtBeginDocument": "m", "AtEndDocument": "m", "input@path": "m", "DeclareUnicodeCharacter": "mm", "newsavebox": "m", "sbox": "mm", "savebox": "moom", "usebox": "m", "setlist": "om", "titlespacing": "smmmm", "titleformat": "smommmm", "ensuremath": "t", "externaldocument": "om", "counterwithin": "smm", "numberwithin": "mm", "PassOptionsToPackage": "mm", "floatplacement": "mm", "settopmatter": "m", "crefrange": "mm",
}

// texLooks are commands that set their argument apart; those of the second list set apart what follows.
var texLooks = pairs(`textbf b mathbf b bm b boldsymbol b pmb b mathbfit b symbf b textit i emph i textsl i mathit i underline u ul u uline u uwave u underbar u dotuline u dashuline u textsuperscript ^ textsubscript _ sout - st - xout - cancel - tnote ^ tablefootmark ^ sym ^ up ^`)
var texSwitches = pairs(`bfseries b bf b boldmath b itshape i it i slshape i`)

func pairs(s string) map[string]string {
	out := map[string]string{}
	f := strings.Fields(s)
	for i := 0; i+1 < len(f); i += 2 {
		out[f[i]] = f[i+1]
	}
	return out
}

func words(s string) map[string]bool {
	out := map[string]bool{}
	for _, f := range strings.Fields(s) {
		out[f] = true
	}
	return out
}

// understood are the commands that a project's own definition does not replace: they are read
// for what they mean, and papers redefine how they look.
var understood = words(`begin end section subsection subsubsection paragraph chapter caption label ref input include subfile textbf textit emph multirow multicolumn midrule toprule bottomrule hline cline cmidrule item footnote tablename figurename arraystretch baselinestretch tabcolsep abstractname refname def newcommand renewcommand cellcolor rowcolor textcolor`)
