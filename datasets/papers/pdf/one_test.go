package pdf
import ("testing";"os";"math/rand/v2";"fmt")
func TestOne(t *testing.T){ var seed uint64; fmt.Sscan(os.Getenv("SEED"),&seed); r := rand.New(rand.NewPCG(seed, 17)); tex,_,_:=randomPaper(r,12); os.WriteFile("/tmp/w/pdfx/tex/one.pdf",pdflatex(t,tex),0o600)}
