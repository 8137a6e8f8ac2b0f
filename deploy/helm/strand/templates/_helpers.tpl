{{- define "strand.name" -}}
{{- if contains "strand" .Release.Name }}{{ .Release.Name | trunc 63 | trimSuffix "-" }}
{{- else }}{{ printf "%s-strand" .Release.Name | trunc 63 | trimSuffix "-" }}{{ end }}
{{- end }}

{{- define "strand.selector" -}}
app.kubernetes.io/name: strand
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "strand.labels" -}}
{{ include "strand.selector" . }}
app.kubernetes.io/version: {{ .Values.image.tag | default .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | quote }}
{{- end }}

{{- define "strand.secret" -}}
{{- if .Values.secret.create }}{{ include "strand.name" . }}{{ else }}{{ .Values.secret.existing }}{{ end }}
{{- end }}

{{- define "strand.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- with .Values.image.digest }}@{{ . }}{{ end }}
{{- end }}

{{- /* The settings that are known when the chart is rendered: a list of names. */}}
{{- define "strand.known" -}}
{{- $names := keys .Values.settings }}
{{- if .Values.secret.create }}{{ $names = concat $names (keys .Values.secret.values) }}{{ end }}
{{- range .Values.secretFiles }}{{ $names = append $names .setting }}{{ end }}
{{- range .Values.extraEnv }}{{ $names = append $names .name }}{{ end }}
{{- if .Values.secret.existing }}
{{- $secret := lookup "v1" "Secret" .Release.Namespace .Values.secret.existing }}
{{- with get $secret "data" }}{{ $names = concat $names (keys .) }}{{ end }}
{{- end }}
{{- toJson $names }}
{{- end }}

{{- /* True if other settings may be in a secret or a config map that cannot be read now. */}}
{{- define "strand.unknown" -}}
{{- if .Values.extraEnvFrom }}true
{{- else if and .Values.secret.existing (not (lookup "v1" "Secret" .Release.Namespace .Values.secret.existing)) }}true
{{- end }}
{{- end }}

{{- /* Fails with a message if one of the settings is missing for certain: (list . names message). */}}
{{- define "strand.require" -}}
{{- $root := index . 0 }}
{{- $known := include "strand.known" $root | fromJsonArray }}
{{- range index . 1 }}
{{- if not (or (include "strand.unknown" $root) (has . $known) (has (printf "%s_FILE" .) $known)) }}
{{- fail (printf "%s is missing: %s" . (index $ 2)) }}
{{- end }}
{{- end }}
{{- end }}

{{- define "strand.isSeveral" -}}
{{- if or .Values.autoscaling.enabled (gt (int .Values.replicas) 1) }}true{{ end }}
{{- end }}

{{- define "strand.checks" -}}
{{- $proxies := index .Values.settings "STRAND_TRUSTED_PROXIES" }}
{{- if and .Values.ingress.enabled (not $proxies) }}
{{- fail "behind an ingress, all visitors would share its IP address and limits: set settings.STRAND_TRUSTED_PROXIES to the networks of its pods, and networkPolicy.ingressFrom" }}
{{- end }}
{{- if and $proxies .Values.networkPolicy.enabled (not .Values.networkPolicy.ingressFrom) }}
{{- fail "every pod in STRAND_TRUSTED_PROXIES could choose the IP address, host and scheme of visitors: set networkPolicy.ingressFrom to the pods of your proxy" }}
{{- end }}
{{- if and .Values.ingress.enabled (not .Values.ingress.hosts) }}
{{- fail "ingress.hosts is empty: name the hosts of the websites" }}
{{- end }}
{{- if and .Values.secret.create .Values.secret.existing }}
{{- fail "secret.create and secret.existing exclude each other" }}
{{- end }}
{{- if and .Values.privateCA.configMap .Values.privateCA.secret }}
{{- fail "privateCA.configMap and privateCA.secret exclude each other" }}
{{- end }}
{{- if hasKey .Values.settings "STRAND_DRAIN_DELAY" }}
{{- fail "set drainSeconds instead of settings.STRAND_DRAIN_DELAY: the time to stop follows from it" }}
{{- end }}
{{- include "strand.require" (list . (list "STRAND_CMS_URL") "the server does not start without a CMS; set it in settings, or in the secret if it has a password") }}
{{- if include "strand.isSeveral" . }}
{{- if .Values.persistence.enabled }}
{{- fail "several servers cannot share a data folder: set persistence.enabled to false, and STRAND_DATABASE_URL, STRAND_REDIS_URL, STRAND_S3_URL and STRAND_SECRET in the secret" }}
{{- end }}
{{- include "strand.require" (list . (list "STRAND_DATABASE_URL" "STRAND_REDIS_URL" "STRAND_S3_URL" "STRAND_SECRET") "several servers share it (docs/operations.md, \"Several servers\")") }}
{{- else if not .Values.persistence.enabled }}
{{- include "strand.require" (list . (list "STRAND_DATABASE_URL") "without it and without persistence, forms that are not delivered yet are lost with the pod") }}
{{- end }}
{{- end }}

{{- /* The source of the volume with the private certificate authority; empty for none. */}}
{{- define "strand.ca" -}}
{{- $ca := .Values.privateCA }}
{{- if $ca.configMap }}configMap: {name: {{ $ca.configMap }}, items: [{key: {{ $ca.key }}, path: ca.crt}]}
{{- else if $ca.secret }}secret: {secretName: {{ $ca.secret }}, items: [{key: {{ $ca.key }}, path: ca.crt}]}
{{- end }}
{{- end }}

{{- /* The websites' port answers no http with a certificate of its own. */}}
{{- define "strand.scheme" -}}
{{- $known := include "strand.known" . | fromJsonArray }}
{{- if has "STRAND_TLS_CERT" $known }}, scheme: HTTPS{{ end }}
{{- end }}
