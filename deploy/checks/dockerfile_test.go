package checks

import (
	"context"
	"os"
	"slices"
	"testing"

	"github.com/moby/buildkit/client/llb/sourceresolver"
	"github.com/moby/buildkit/frontend/dockerfile/dockerfile2llb"
	"github.com/moby/buildkit/frontend/dockerfile/parser"
	"github.com/moby/buildkit/frontend/dockerui"
	"github.com/opencontainers/go-digest"
	ocispecs "github.com/opencontainers/image-spec/specs-go/v1"
)

// images answers for the registry: any image exists.
type images struct{}

func (images) ResolveImageConfig(
	_ context.Context, ref string, _ sourceresolver.Opt,
) (string, digest.Digest, []byte, error) {
	config := []byte(`{"architecture":"amd64","os":"linux","config":{"Env":["PATH=/usr/local/bin:/usr/bin:/bin"]}}`)
	return ref, digest.FromBytes(config), config, nil
}

// TestDockerfile: BuildKit accepts both targets of the Dockerfile without a warning, and their images run as an
// ordinary user, with a health check and labels. The server is the default.
func TestDockerfile(t *testing.T) {
	text, err := os.ReadFile("../../Dockerfile")
	if err != nil {
		t.Fatal(err)
	}
	linux := ocispecs.Platform{OS: "linux", Architecture: "amd64"}
	for target, entry := range map[string]string{
		"": "/app/strand", "server": "/app/strand", "demo": "/app/strand-demo",
	} {
		built, err := dockerfile2llb.Dockerfile2LLB(t.Context(), text, dockerfile2llb.ConvertOpt{
			MetaResolver:   images{},
			TargetPlatform: &linux,
			Config: dockerui.Config{
				BuildPlatforms: []ocispecs.Platform{linux}, Target: target,
				BuildArgs: map[string]string{"VERSION": "v1.2.3", "REVISION": "0123"},
			},
			Warn: func(rule, _, _, message string, _ []parser.Range) {
				t.Errorf("%s: %s", rule, message)
			},
		})
		if err != nil {
			t.Fatal(err)
		}
		image := built.Image.Config
		if image.User != "65532:65532" || !slices.Equal(image.Entrypoint, []string{entry}) {
			t.Errorf("the image %q runs %v as %q", target, image.Entrypoint, image.User)
		}
		if _, ok := image.Volumes["/data"]; !ok {
			t.Errorf("volumes %v", image.Volumes)
		}
		if image.Healthcheck == nil ||
			!slices.Equal(image.Healthcheck.Test, []string{"CMD", "/app/strand", "check", "--ready"}) {
			t.Errorf("health check %+v", image.Healthcheck)
		}
		for label, want := range map[string]string{"title": "Strand", "version": "v1.2.3", "revision": "0123"} {
			if got := image.Labels["org.opencontainers.image."+label]; got != want {
				t.Errorf("the label %s is %q", label, got)
			}
		}
		production := slices.Contains(image.Env, "STRAND_PRODUCTION=true")
		if production != (target != "demo") {
			t.Errorf("the image %q: %v", target, image.Env)
		}
	}
}
