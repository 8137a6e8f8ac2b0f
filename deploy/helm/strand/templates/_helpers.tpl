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
