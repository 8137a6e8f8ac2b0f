/* Cross-filtered, feature-guided non-local means for two half buffers of one render.
   Debian's Blender is built without a denoiser; this is ours.
   gcc -O3 -march=native -ffast-math -fopenmp -shared -fPIC denoise.c -o denoise.so -lm */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#define BAND 40
static inline int clampi(int v,int a,int b){return v<a?a:v>b?b:v;}

/* Planes are nc (or nf) images of w*h floats, one after another. Weights come from g, values from src. */
void nlm(const float*g,const float*vg,int nc,const float*f,const float*vf,int nf,
         const float*src,float*out,int w,int h,int R,int P,float k,float kf,int threads)
{
  const long N=(long)w*h;
  #pragma omp parallel for schedule(dynamic) num_threads(threads)
  for(int y0=0;y0<h;y0+=BAND){
    int y1=y0+BAND<h?y0+BAND:h, a0=y0-P, rows=y1-y0+2*P;
    float*d=malloc(sizeof(float)*rows*w),*t=malloc(sizeof(float)*rows*w);
    float*acc=calloc((size_t)nc*(y1-y0)*w,sizeof(float)),*ws=calloc((size_t)(y1-y0)*w,sizeof(float));
    float*wr=malloc(sizeof(float)*w);
    for(int dy=-R;dy<=R;dy++)for(int dx=-R;dx<=R;dx++){
      int xa=dx<0?-dx:0, xb=dx>0?w-dx:w;
      for(int r=0;r<rows;r++){
        int y=clampi(a0+r,0,h-1), q=clampi(a0+r+dy,0,h-1);
        float*dr=d+(long)r*w; memset(dr,0,sizeof(float)*w);
        for(int c=0;c<nc;c++){
          const float*p=g+c*N+(long)y*w,*s=g+c*N+(long)q*w+dx,*vp=vg+c*N+(long)y*w,*vs=vg+c*N+(long)q*w+dx;
          for(int x=xa;x<xb;x++){
            float e=p[x]-s[x],m=vs[x]<vp[x]?vs[x]:vp[x];
            dr[x]+=(e*e-(vp[x]+m))/(1e-7f+k*k*(vp[x]+vs[x]));
          }
        }
        /* box in x */
        float*tr=t+(long)r*w; float s=0; int n=2*P+1;
        for(int x=-P;x<=P;x++)s+=dr[clampi(x,0,w-1)];
        for(int x=0;x<w;x++){tr[x]=s/n; s+=dr[clampi(x+P+1,0,w-1)]-dr[clampi(x-P,0,w-1)];}
      }
      for(int y=y0;y<y1;y++){
        int q=clampi(y+dy,0,h-1), r=y-y0;
        memset(wr,0,sizeof(float)*w);
        for(int j=0;j<=2*P;j++){const float*tr=t+(long)(r+j)*w; for(int x=xa;x<xb;x++)wr[x]+=tr[x];}
        float inv=1.f/((2*P+1)*nc);
        for(int x=xa;x<xb;x++){float v=wr[x]*inv; wr[x]=v>0?v:0;}
        for(int c=0;c<nf;c++){
          const float*p=f+c*N+(long)y*w,*s=f+c*N+(long)q*w+dx,*vp=vf+c*N+(long)y*w,*vs=vf+c*N+(long)q*w+dx;
          for(int x=xa;x<xb;x++){
            float e=p[x]-s[x],m=vs[x]<vp[x]?vs[x]:vp[x];
            float v=(e*e-(vp[x]+m))/(kf*kf*(vp[x]+vs[x]+4e-4f));
            wr[x]=v>wr[x]?v:wr[x];
          }
        }
        float*wsr=ws+(long)r*w;
        for(int x=xa;x<xb;x++){wr[x]=expf(-wr[x]); wsr[x]+=wr[x];}
        for(int c=0;c<nc;c++){
          float*ar=acc+((long)c*(y1-y0)+r)*w; const float*s=src+c*N+(long)q*w+dx;
          for(int x=xa;x<xb;x++)ar[x]+=wr[x]*s[x];
        }
      }
    }
    for(int c=0;c<nc;c++)for(int y=y0;y<y1;y++)for(int x=0;x<w;x++){
      long i=((long)c*(y1-y0)+(y-y0))*w+x;
      out[c*N+(long)y*w+x]=acc[i]/(ws[(long)(y-y0)*w+x]+1e-9f);
    }
    free(d);free(t);free(acc);free(ws);free(wr);
  }
}
