"""Expected values of the noncentral t for noncentral_t_test.go, independent of the Go code:
the integral over ln U at 40 digits by mpmath; the rows whose error estimate exceeds 1e-16 are dropped.

Run: python3 noncentral_t.py ROWS SEED, one row [t, df, delta, P(T > t)] a line.
"""
import json, random, sys
from mpmath import mp, mpf, quad, exp, log, sqrt, gamma, loggamma, erfc, inf, pi
mp.dps = 40
def ncdf(x): return erfc(-x/sqrt(mpf(2)))/2
def sf(t, df, delta):
    t, df, delta = mpf(t), mpf(df), mpf(delta)
    c = log(2)+ (df/2)*log(df/2)-loggamma(df/2)
    def lg(v): 
        return c+df*v-df*exp(2*v)/2
    def g(v): return exp(lg(v))*ncdf(delta-t*exp(v))
    # find mode on log grid by ternary with log
    def L(v):
        x = delta-t*exp(v)
        return lg(v)+ (log(ncdf(x)) if x > -1e6 else -x*x/2-log(-x)-log(sqrt(2*pi)))
    a,b = mpf(-1500), mpf(800)
    if True:
        gr=(sqrt(mpf(5))-1)/2
        for _ in range(160):
            m1=b-gr*(b-a); m2=a+gr*(b-a)
            if L(m1)<L(m2): a=m1
            else: b=m2
    m=(a+b)/2; Lm=L(m)
    # edges: where drops by 100
    def edge(sgn):
        d=mpf(10)**-25
        while L(m+sgn*d) > Lm-100: d*=2
        lo,hi=d/2,d
        for _ in range(40):
            mid=(lo+hi)/2
            if L(m+sgn*mid)>Lm-100: lo=mid
            else: hi=mid
        return m+sgn*hi
    lo,hi=edge(-1),edge(1)
    # breakpoints: mode, transition points, geometric
    h = 1/sqrt(2*df+delta*delta+1)
    pts={lo,m,hi}
    for c0 in [mpf(0), m] + ([log(delta/t)] if delta/t>0 else []):
        for k in [0,.5,1,2,3,4,6,8,12,16,24,32,64,128,256,512,1024,2048]:
            for s in (-1,1):
                p=c0+s*k*h
                if lo<p<hi: pts.add(p)
        k=mpf(1)
        for e in range(-3,12):
            for s in (-1,1):
                p=c0+s*mpf(2)**e
                if lo<p<hi: pts.add(p)
    pts=sorted(pts)
    v,err=quad(g,pts,error=True)
    return v,err
if __name__=='__main__':
    random.seed(int(sys.argv[2])); out=[]
    for i in range(int(sys.argv[1])):
        kind=random.random()
        df=random.choice([1,1,2,3,5,9,19,49,199, round(random.uniform(.05,4),3), round(10**random.uniform(-1,6),2)])
        delta=random.choice([0, round(random.gauss(0,2),3), round(random.choice([-1,1])*10**random.uniform(-1,4),3), round(random.choice([-1,1])*10**random.uniform(-1,1.6),3)])
        u=10**random.gauss(0,.5) if random.random()<.5 else 1+random.gauss(0,1)*3/df**.5
        t=random.choice([round(delta*u+random.gauss(0,3),4), round(random.choice([-1,1])*10**random.uniform(-2,6),4), round(random.gauss(0,5),3)])
        try:
            v,err=sf(t,df,delta)
        except Exception as e:
            print("skip",t,df,delta,e,file=sys.stderr); continue
        if v<mpf(10)**-305 or err>v*mpf(10)**-16: 
            continue
        w = mp.nstr(v,20)
        out.append((t,df,delta,w)); 
        print(json.dumps([t,df,delta,float(w)]),flush=True)
