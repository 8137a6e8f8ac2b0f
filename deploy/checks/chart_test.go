// Package checks checks the chart and the Dockerfile without a cluster and a container engine: helm's own engine
// renders the chart, the types of Kubernetes decode the result strictly, and the parser of BuildKit reads the
// Dockerfile. It is a module of its own, since these are large.
package checks

import (
	"io"
	"log"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"helm.sh/helm/v3/pkg/chart/loader"
	"helm.sh/helm/v3/pkg/chartutil"
	"helm.sh/helm/v3/pkg/engine"
	appsv1 "k8s.io/api/apps/v1"
	autoscalingv2 "k8s.io/api/autoscaling/v2"
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	policyv1 "k8s.io/api/policy/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	"sigs.k8s.io/yaml"
)

// rendered renders the chart with values.
func rendered(t *testing.T, values string) (map[string]string, error) {
	t.Helper()
	log.SetOutput(io.Discard) // helm tells each time that the rules are a link
	defer log.SetOutput(os.Stderr)
	chart, err := loader.LoadDir("../helm/strand")
	if err != nil {
		t.Fatal(err)
	}
	given := map[string]any{}
	if err := yaml.Unmarshal([]byte(values), &given); err != nil {
		t.Fatal(err)
	}
	all, err := chartutil.ToRenderValues(chart, given, chartutil.ReleaseOptions{
		Name: "web", Namespace: "sites", Revision: 1, IsInstall: true,
	}, chartutil.DefaultCapabilities)
	if err != nil {
		return nil, err // the values break the schema
	}
	return engine.Engine{Strict: true}.Render(chart, all)
}

// render renders the chart with values and decodes its objects, by kind and name.
func render(t *testing.T, values string) map[string]runtime.Object {
	t.Helper()
	files, err := rendered(t, values)
	if err != nil {
		t.Fatal(err)
	}
	scheme := runtime.NewScheme()
	for _, add := range []func(*runtime.Scheme) error{
		appsv1.AddToScheme, autoscalingv2.AddToScheme, corev1.AddToScheme,
		networkingv1.AddToScheme, policyv1.AddToScheme,
	} {
		if err := add(scheme); err != nil {
			t.Fatal(err)
		}
	}
	// Strict: an unknown or a repeated field is an error.
	decoder := serializer.NewCodecFactory(scheme, serializer.EnableStrict).UniversalDeserializer()
	objects := map[string]runtime.Object{}
	for _, file := range slices.Sorted(maps.Keys(files)) {
		if !strings.HasSuffix(file, ".yaml") {
			continue
		}
		for document := range strings.SplitSeq(files[file], "\n---\n") {
			if strings.TrimSpace(document) == "" {
				continue
			}
			var head struct {
				APIVersion, Kind string
				Metadata         struct{ Name, Namespace string }
			}
			if err := yaml.Unmarshal([]byte(document), &head); err != nil {
				t.Fatalf("%s: %v\n%s", file, err, document)
			}
			if strings.HasPrefix(head.APIVersion, "monitoring.coreos.com/") {
				objects[head.Kind+"/"+head.Metadata.Name] = nil // of the Prometheus operator
				continue
			}
			object, _, err := decoder.Decode([]byte(document), nil, nil)
			if err != nil {
				t.Fatalf("%s: %v\n%s", file, err, document)
			}
			objects[head.Kind+"/"+head.Metadata.Name] = object
		}
	}
	return objects
}

// least are the values without which the chart is not rendered.
const least = `settings: {STRAND_CMS_URL: "https://cms.example.com/graphql"}`

// everything are values that turn everything on.
const everything = `
image: {tag: v1.4.0, digest: "sha256:0000"}
settings:
  {STRAND_ORIGIN: "https://www.example.com", STRAND_CMS_URL: "https://cms.example.com",
    STRAND_DATABASE_URL: "postgres://db", STRAND_REDIS_URL: "redis://redis:6379",
    STRAND_TRUSTED_PROXIES: "10.244.3.0/24"}
secret:
  {create: true, values: {STRAND_SECRET: "0123456789abcdef0123456789abcdef", STRAND_S3_URL: "https://minio/strand"}}
secretFiles: [{setting: STRAND_PIM_TOKEN, secret: pim, key: token}]
extraEnv: [{name: STRAND_CMS_TOKEN, valueFrom: {secretKeyRef: {name: cms, key: token}}}]
extraEnvFrom: [{configMapRef: {name: more}}]
extraVolumes: [{name: tls, secret: {secretName: tls}}]
extraVolumeMounts: [{name: tls, mountPath: /tls, readOnly: true}]
initContainers: [{name: first, image: first}]
privateCA: {secret: ca}
assets: {enabled: true}
ingress:
  {enabled: true, className: nginx, hosts: [www.example.com], tls: [{secretName: cert, hosts: [www.example.com]}]}
autoscaling: {enabled: true, metric: http_server_active_requests}
monitoring: {serviceMonitor: true, rules: true}
networkPolicy:
  enabled: true
  ingressFrom: [{namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: ingress-nginx}}}]
persistence: {enabled: false}
`

// TestChart: what is installed by default and with everything turned on.
func TestChart(t *testing.T) {
	for name, test := range map[string]struct {
		values string
		want   []string
	}{
		"least": {least, []string{
			"Deployment/web-strand", "NetworkPolicy/web-strand", "PersistentVolumeClaim/web-strand",
			"PodDisruptionBudget/web-strand", "Service/web-strand", "Service/web-strand-admin",
			"ServiceAccount/web-strand",
		}},
		"everything": {everything, []string{
			"Deployment/web-strand", "HorizontalPodAutoscaler/web-strand", "Ingress/web-strand",
			"NetworkPolicy/web-strand", "PersistentVolumeClaim/web-strand-assets",
			"PodDisruptionBudget/web-strand", "PrometheusRule/web-strand",
			"Secret/web-strand", "Service/web-strand", "Service/web-strand-admin", "ServiceAccount/web-strand",
			"ServiceMonitor/web-strand",
		}},
	} {
		t.Run(name, func(t *testing.T) {
			got := slices.Sorted(maps.Keys(render(t, test.values)))
			if !slices.Equal(got, test.want) {
				t.Errorf("objects %q, want %q", got, test.want)
			}
		})
	}
}

// TestChart_Runbooks: the alerts link to the page of the values.
func TestChart_Runbooks(t *testing.T) {
	const page = "https://docs.example.com/operations"
	for values, want := range map[string]string{
		"monitoring: {rules: true}":                         "{{ else }}docs/operations.md{{ end }}#stranddown",
		"monitoring: {rules: true, runbooks: " + page + "}": "{{ else }}" + page + "{{ end }}#stranddown",
	} {
		files, err := rendered(t, least+"\n"+values)
		if err != nil {
			t.Fatal(err)
		}
		if got := files["strand/templates/monitoring.yaml"]; !strings.Contains(got, want) {
			t.Errorf("with %s: no %s in\n%s", values, want, got)
		}
	}
}

// TestChart_Deployment: containers are confined, their probes ask what the server answers, and stopping leaves the time
// that it takes.
func TestChart_Deployment(t *testing.T) {
	deployment := render(t, everything)["Deployment/web-strand"].(*appsv1.Deployment)
	pod := deployment.Spec.Template.Spec
	asUser, hasToken := pod.SecurityContext.RunAsNonRoot, pod.AutomountServiceAccountToken
	if asUser == nil || !*asUser || hasToken == nil || *hasToken || pod.SecurityContext.SeccompProfile == nil {
		t.Errorf("the pod is not confined: %+v", pod.SecurityContext)
	}
	if len(pod.Containers) != 1 {
		t.Fatalf("%d containers", len(pod.Containers))
	}
	c := pod.Containers[0]
	s := c.SecurityContext
	if s.ReadOnlyRootFilesystem == nil || !*s.ReadOnlyRootFilesystem || s.AllowPrivilegeEscalation == nil ||
		*s.AllowPrivilegeEscalation || len(s.Capabilities.Drop) != 1 || s.Capabilities.Drop[0] != "ALL" {
		t.Errorf("the container is not confined: %+v", s)
	}
	for probe, path := range map[*corev1.Probe]string{
		c.StartupProbe: "/healthz", c.LivenessProbe: "/healthz", c.ReadinessProbe: "/readyz",
	} {
		if probe == nil || probe.HTTPGet == nil || probe.HTTPGet.Path != path || probe.HTTPGet.Port.String() != "http" {
			t.Errorf("the probe of %s: %+v", path, probe)
		}
	}
	if c.Resources.Limits.Memory().IsZero() || c.Resources.Requests.Cpu().IsZero() {
		t.Errorf("resources %+v", c.Resources)
	}
	// Load balancers notice by the readiness probe, or by checks of 5 s that fail twice; then 15 s for requests and
	// 10 s for closing (app/serve).
	delay, err := time.ParseDuration(valueOf(c.Env, "STRAND_DRAIN_DELAY"))
	notice := time.Duration(c.ReadinessProbe.PeriodSeconds*c.ReadinessProbe.FailureThreshold) * time.Second
	if err != nil || delay < max(notice, 10*time.Second) {
		t.Errorf("it stops after %s, %v", delay, err)
	}
	if stop := time.Duration(*pod.TerminationGracePeriodSeconds) * time.Second; stop < delay+25*time.Second {
		t.Errorf("%s to stop after %s", stop, delay)
	}
	mounts := map[string]bool{}
	for _, m := range c.VolumeMounts {
		mounts[m.MountPath] = true
	}
	for _, folder := range []string{"/data", "/tmp", "/assets", "/etc/strand/ca", "/etc/strand/secrets", "/tls"} {
		if !mounts[folder] {
			t.Errorf("%s is not mounted: %v", folder, mounts)
		}
	}
	for name, want := range map[string]string{
		"STRAND_ASSET_DIR": "/assets", "STRAND_PIM_TOKEN_FILE": "/etc/strand/secrets/STRAND_PIM_TOKEN",
		"SSL_CERT_DIR": "/etc/ssl/certs:/etc/strand/ca",
	} {
		if got := valueOf(c.Env, name); got != want {
			t.Errorf("%s is %q", name, got)
		}
	}
	if len(c.EnvFrom) != 2 || len(pod.InitContainers) != 1 || !slices.ContainsFunc(c.Env, func(v corev1.EnvVar) bool {
		return v.Name == "STRAND_CMS_TOKEN" && v.ValueFrom.SecretKeyRef.Name == "cms"
	}) {
		t.Errorf("variables of secrets: %+v %+v", c.EnvFrom, c.Env)
	}
	if c.Image != "ghcr.io/strand/strand:v1.4.0@sha256:0000" {
		t.Errorf("image %s", c.Image)
	}
	if len(deployment.Spec.Template.Annotations) == 0 {
		t.Error("a changed secret does not start new pods")
	}
}

func valueOf(variables []corev1.EnvVar, name string) string {
	for _, v := range variables {
		if v.Name == name {
			return v.Value
		}
	}
	return ""
}

// TestChart_Scaling: servers are added by the requests in flight, and several of them cannot share a data folder.
func TestChart_Scaling(t *testing.T) {
	objects := render(t, everything)
	scaler := objects["HorizontalPodAutoscaler/web-strand"].(*autoscalingv2.HorizontalPodAutoscaler)
	m := scaler.Spec.Metrics
	if len(m) != 1 || m[0].Pods == nil || m[0].Pods.Metric.Name != "http_server_active_requests" {
		t.Errorf("metrics %+v", m)
	}
	if objects["Deployment/web-strand"].(*appsv1.Deployment).Spec.Replicas != nil {
		t.Error("the deployment resets the number of servers that the autoscaler has chosen")
	}
}

// TestChart_Refused: values with which no server would start, or forms would be lost, are refused with what to set.
func TestChart_Refused(t *testing.T) {
	const several = "persistence: {enabled: false}\nreplicas: 2\n"
	for _, test := range []struct{ values, want string }{
		{"", "STRAND_CMS_URL is missing"},
		{"replicas: 2\n" + least, "persistence.enabled"},
		{"autoscaling: {enabled: true}\n" + least, "persistence.enabled"},
		{several + least, "STRAND_DATABASE_URL is missing: several servers"},
		{"persistence: {enabled: false}\n" + least, "STRAND_DATABASE_URL is missing: without it"},
		{several + `settings: {STRAND_CMS_URL: "https://cms", STRAND_DATABASE_URL: "postgres://db"}`, "STRAND_REDIS"},
		{several + `
settings: {STRAND_CMS_URL: "https://cms", STRAND_DATABASE_URL: "postgres://db", STRAND_REDIS_URL: "redis://redis"}
secretFiles: [{setting: STRAND_SECRET, secret: strand, key: secret}]`, "STRAND_S3_URL"},
		{`settings: {STRAND_CMS_URL: "https://cms", STRAND_DRAIN_DELAY: 1s}`, "drainSeconds"},
		{`ingress: {enabled: true}
settings: {STRAND_CMS_URL: "https://cms", STRAND_TRUSTED_PROXIES: "10.0.0.0/24"}
networkPolicy: {ingressFrom: [{podSelector: {}}]}`, "ingress.hosts"},
		{"secret: {existing: one, create: true}\n" + least, "secret.create"},
		{"privateCA: {secret: one, configMap: two}\n" + least, "privateCA"},
		// Misspelt values, by the schema.
		{"setings: {}\n" + least, "setings"},
		{"persistence: {enable: false}\n" + least, "enable"},
		{`settings: {STRAND_CMS_URL: "https://cms", STRAND_PIM_ULR: "https://pim"}`, "STRAND_PIM_ULR"},
		{"secret: {create: true, values: {STRAND_SECRETS: text}}\n" + least, "STRAND_SECRETS"},
		{"secretFiles: [{setting: STRAND_ADDR, secret: one, key: two}]\n" + least, "secretFiles"},
		{"replicas: many\n" + least, "replicas"},
	} {
		if _, err := rendered(t, test.values); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s:\n%v does not have %q", test.values, err, test.want)
		}
	}
	// What is in a secret that only the cluster has cannot be known here.
	if _, err := rendered(t, several+"secret: {existing: strand}"); err != nil {
		t.Error(err)
	}
}

// TestChart_Volume: the data folder of a single server is on a volume, and no second server opens it during an upgrade.
func TestChart_Volume(t *testing.T) {
	objects := render(t, least+"\npersistence: {size: 20Gi, storageClass: fast}")
	claim := objects["PersistentVolumeClaim/web-strand"].(*corev1.PersistentVolumeClaim)
	if size := claim.Spec.Resources.Requests[corev1.ResourceStorage]; size.String() != "20Gi" ||
		*claim.Spec.StorageClassName != "fast" || claim.Annotations["helm.sh/resource-policy"] != "keep" {
		t.Errorf("%+v", claim)
	}
	strategy := objects["Deployment/web-strand"].(*appsv1.Deployment).Spec.Strategy
	if strategy.Type != appsv1.RecreateDeploymentStrategyType {
		t.Errorf("strategy %s", strategy.Type)
	}
}

// TestChart_Network: everybody reaches the websites, and only the cluster the admin port.
func TestChart_Network(t *testing.T) {
	objects := render(t, everything)
	policy := objects["NetworkPolicy/web-strand"].(*networkingv1.NetworkPolicy)
	if len(policy.Spec.PolicyTypes) != 2 || len(policy.Spec.Ingress) == 0 || len(policy.Spec.Egress) == 0 {
		t.Errorf("the policy %+v", policy.Spec)
	}
	for _, rule := range policy.Spec.Ingress {
		for _, port := range rule.Ports {
			if port.Port.String() == "admin" && len(rule.From) == 0 {
				t.Error("everybody reaches the admin port")
			}
		}
	}
}

// TestChart_Egress: the policy passes systems in the cluster at their usual ports, and what the operator adds.
func TestChart_Egress(t *testing.T) {
	objects := render(t, least+`
networkPolicy: {egress: [{to: [{podSelector: {matchLabels: {app: odd}}}], ports: [{port: 12345}]}]}`)
	var ports []int32
	for _, rule := range objects["NetworkPolicy/web-strand"].(*networkingv1.NetworkPolicy).Spec.Egress {
		for _, port := range rule.Ports {
			ports = append(ports, port.Port.IntVal)
		}
	}
	for _, want := range []int32{53, 443, 8080, 5432, 6379, 9000, 9200, 4317, 4318, 12345} {
		if !slices.Contains(ports, want) {
			t.Errorf("the port %d is not in %v", want, ports)
		}
	}
}

// TestChart_OwnCertificate: probes follow the port of the websites, which with a certificate of its own answers no
// http.
func TestChart_OwnCertificate(t *testing.T) {
	for values, want := range map[string]corev1.URIScheme{
		least: "",
		`settings: {STRAND_CMS_URL: "https://cms", STRAND_TLS_CERT: /tls/crt, STRAND_TLS_KEY: /tls/key}`: "HTTPS",
	} {
		c := render(t, values)["Deployment/web-strand"].(*appsv1.Deployment).Spec.Template.Spec.Containers[0]
		for _, probe := range []*corev1.Probe{c.StartupProbe, c.LivenessProbe, c.ReadinessProbe} {
			if probe.HTTPGet.Scheme != want {
				t.Errorf("%s: %+v", values, probe.HTTPGet)
			}
		}
	}
}

// TestChart_TrustedProxies: no network is trusted by default, and one that is trusted is reached from the proxy only.
func TestChart_TrustedProxies(t *testing.T) {
	deployment := render(t, least)["Deployment/web-strand"].(*appsv1.Deployment)
	for _, variable := range deployment.Spec.Template.Spec.Containers[0].Env {
		if variable.Name == "STRAND_TRUSTED_PROXIES" {
			t.Errorf("trusted by default: %s", variable.Value)
		}
	}
	for values, want := range map[string]string{
		"ingress: {enabled: true, hosts: [www.example.com]}": "STRAND_TRUSTED_PROXIES",
		`settings: {STRAND_TRUSTED_PROXIES: "10.0.0.0/8"}`:   "networkPolicy.ingressFrom",
	} {
		if _, err := rendered(t, values); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", values, err)
		}
	}
	objects := render(t, everything)
	for _, rule := range objects["NetworkPolicy/web-strand"].(*networkingv1.NetworkPolicy).Spec.Ingress {
		if rule.Ports[0].Port.String() == "http" && len(rule.From) != 1 {
			t.Errorf("visitors come from %+v", rule.From)
		}
	}
	// Who confines the pods otherwise turns the policy off.
	render(t, `
settings: {STRAND_CMS_URL: "https://cms.example.com", STRAND_TRUSTED_PROXIES: "10.244.3.0/24"}
networkPolicy: {enabled: false}`)
}
