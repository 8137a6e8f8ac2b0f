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

// TestDockerfile: BuildKit accepts the Dockerfile without a warning, and the image runs as an ordinary user.
func TestDockerfile(t *testing.T) {
	text, err := os.ReadFile("../../Dockerfile")
	if err != nil {
		t.Fatal(err)
	}
	linux := ocispecs.Platform{OS: "linux", Architecture: "amd64"}
	built, err := dockerfile2llb.Dockerfile2LLB(t.Context(), text, dockerfile2llb.ConvertOpt{
		MetaResolver:   images{},
		TargetPlatform: &linux,
		Config:         dockerui.Config{BuildPlatforms: []ocispecs.Platform{linux}},
		Warn: func(rule, _, _, message string, _ []parser.Range) {
			t.Errorf("%s: %s", rule, message)
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	image := built.Image.Config
	if image.User != "65532:65532" || !slices.Equal(image.Entrypoint, []string{"/app/strand"}) {
		t.Errorf("the image runs %v as %q", image.Entrypoint, image.User)
	}
	if _, ok := image.Volumes["/data"]; !ok {
		t.Errorf("volumes %v", image.Volumes)
	}
}
